# Not checked by a native reader yet: see GLOSSARY.md.
verify-title = بررسی تاس
verify-none = در این بازی تاس به کار نرفته است؛ پس چیزی برای بررسی نیست.
verify-good = { $n ->
    [one] { $n } تاس درست است: با رازی می‌خواند که سرور پیش از بازی به آن پایبند شده بود.
   *[other] همهٔ { $n } تاس درست است: با رازی می‌خوانند که سرور پیش از بازی به آن پایبند شده بود.
}
verify-bad = { $n ->
    [one] { $n } تاس نمی‌خواند.
   *[other] { $n } تاس نمی‌خواند.
}
verify-bad-commitment = این راز همانی نیست که سرور پیش از بازی به آن پایبند شده بود.
verify-later = راز پس از بازی آشکار می‌شود. آنگاه می‌توانید هر تاس را همین‌جا بررسی کنید.
verify-not-revealed = راز این بازی آشکار نشد.
verify-no-means = مرورگر شما فقط از راه https می‌تواند بررسی کند. می‌توانید این را اجرا کنید:
verify-how = پیش از نخستین تاس، سرور اثر انگشت (hash) راز خود را منتشر کرد. هر تاس از آن راز، از آنچه مرورگر هر دو بازیکن افزوده و از شمارهٔ تاس محاسبه می‌شود.
verify-how-now = حالا که راز آشکار است، مرورگر شما هر تاس را دوباره محاسبه و مقایسه می‌کند.
verify-commitment = اثر انگشت منتشرشده پیش از بازی
verify-secret = راز
verify-client = افزودهٔ مرورگر بازیکنان
verify-empty = (هیچ)
verify-throws = تاس‌ها
verify-no-throws = هنوز تاسی نیست
verify-n = تاس
verify-side = طرف
verify-face = آمده
verify-computed = محاسبه‌شده
verify-agrees = همخوانی
verify-ok = می‌خواند
verify-differs = نمی‌خواند
