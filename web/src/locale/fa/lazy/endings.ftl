# Not checked by a native reader yet: see GLOSSARY.md.
# Solved endings.
ending-title = آخر بازیِ حل‌شده
ending-computing = در حال محاسبهٔ این آخر بازی…
ending-won = { $side } در { $plies } نیم‌حرکت می‌برد.
ending-drawn = مساوی.
ending-points = امتیاز مورد انتظار { $side }: { $points }؛ برد { $win }، تساوی { $draw }.
ending-text = اگر هر دو طرف بهترین بازی را بکنند، دقیقاً چنین است.
ending-text-points = اگر هر دو طرف بهترین بازی را بکنند، دقیقاً چنین است. برد ۱ امتیاز است و تساوی ½. سقف حرکت‌ها در نظر گرفته نشده است.
ending-limit = ولی سقف حرکت‌ها ممکن است پیش از برد، در { $left } نیم‌حرکت، بازی را مساوی کند.
ending-faces = امتیاز مورد انتظار پس از هر تاس، و بهترین حرکت
ending-moves-won = برنده، با نیم‌حرکت‌های مانده تا پایان
ending-moves-drawn = مساوی
ending-moves-lost = بازنده، با نیم‌حرکت‌های مانده تا پایان
ending-moves-chance = امتیاز مورد انتظار، و کمتر بودنش از بهترین حرکت
