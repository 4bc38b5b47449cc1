# Not checked by a native reader yet: see GLOSSARY.md.
# The endgame trainer.
trainer-ruleset = بازی
trainer-level = طول
trainer-easy = کوتاه
trainer-medium = متوسط
trainer-hard = بلند
trainer-computing = در حال محاسبهٔ آخر بازی‌های این بازی…
trainer-empty = در این بازی با سه مهره چیزی برای بردن نمی‌ماند. بازی دیگری برگزینید.
trainer-absent = تمرین آخر بازی به WebAssembly نیاز دارد که این مرورگر اجرا نمی‌کند یا این نسخهٔ سایت ندارد.
trainer-task = نوبت { $side } است و در { $n } حرکت می‌برد.
trainer-best = بهترین حرکت.
trainer-lost = هنوز می‌برید، ولی { $n } حرکت دیرتر.
trainer-thrown = { $is ->
    [lost] برد از دست رفت: اکنون می‌بازید.
   *[drawn] برد از دست رفت: اکنون مساوی است.
}
trainer-won = در { $n } حرکت بردید. بهترین { $best } بود.
trainer-numbers = حرکت‌ها: { $made }. از دست رفته: { $lost }.
trainer-left = تا پایان: { $n }.
trainer-back = پس گرفتن
trainer-next = آخر بازی بعدی
trainer-again = یک بار دیگر
