# Not checked by a native reader yet: see GLOSSARY.md.
review-title = بازبینی
review-working = موتور هر حرکت را می‌سنجد: { $done }
review-turned = { $who ->
    [own] تا حرکت { $n } برنده بودید.
    [other] حریف شما تا حرکت { $n } برنده بود.
   *[side] { $side } تا حرکت { $n } برنده بود.
 }
review-even = تا حرکت { $n } برابر بود.
review-ahead = { $who ->
    [own] از حرکت { $n } به بعد جلو بودید.
    [other] حریف شما از حرکت { $n } به بعد جلو بود.
   *[side] { $side } از حرکت { $n } به بعد جلو بود.
 }
review-bared = { $who ->
    [own] شاه شما در حرکت { $n } آخرین مهرهٔ خود را از دست داد.
    [other] شاه حریف شما در حرکت { $n } آخرین مهرهٔ خود را از دست داد.
   *[side] شاه { $side } در حرکت { $n } آخرین مهرهٔ خود را از دست داد.
 }
review-counted = شمارشی که بازی را مساوی کرد در حرکت { $n } آغاز شد.
review-lucky = { $who ->
    [own] تاس با شما یار بود: { $share } از بازی.
    [other] تاس با حریف شما یار بود: { $share } از بازی.
   *[side] تاس با { $side } یار بود: { $share } از بازی.
 }
review-thrown-away = { $change ->
    [won-drawn] { $n }. { $move } از { $side } آخر بازیِ برده را مساوی کرد.
    [won-lost] { $n }. { $move } از { $side } آخر بازیِ برده را باخت کرد.
    [drawn-lost] { $n }. { $move } از { $side } آخر بازیِ مساوی را باخت کرد.
   *[points] { $n }. { $move } از { $side }، { $points } امتیاز از آخر بازی‌ای را که دقیقاً حل شده است از دست داد.
 }
review-quiet = هیچ حرکتی چیز زیادی از دست نداد.
review-worst = گران‌ترین حرکت: { $n }. { $move } از { $side }، { $loss } از بازی را از دست داد.
review-graph = بخت { $side } در طول بازی
review-accuracy = دقت
review-errors = کم‌دقتی · اشتباه · اشتباه بزرگ
review-luck = شانس
review-balance = از آغاز تا پایان { $side } { $result } به دست آورد: { $luck } با تاس‌ها و { $skill } با حرکت‌های دو طرف. باقی، { $remainder }، آنجاست که رایانه از وضعیتی به وضعیت بعد نظرش را عوض کرد یا بازی تا پایان بازی نشد.
review-moments = لحظه‌های مهم
review-lost = −{ $loss }
review-change-won-drawn = برده بود، اکنون مساوی
review-change-won-lost = برده بود، اکنون باخته
review-change-drawn-lost = مساوی بود، اکنون باخته
review-change-points = دقیقاً
review-better = بهتر
review-instead = به جای { $move }:
review-skipped = مرحلهٔ آغازین داوری نمی‌شود، چون در آن نوبت کسی نیست.
