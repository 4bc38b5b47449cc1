# Not checked by a native reader yet: see GLOSSARY.md.
server-studies = بررسی‌های روی سرور
server-studies-lead = خط‌هایی با توضیح، در چند فصل. چند نفر هم‌زمان و از همهٔ دستگاه‌هایشان یک بررسی را می‌نویسند.
server-study-new = بررسی تازه
server-studies-mine = بررسی‌های من
server-studies-none = هنوز بررسی‌ای روی سرور ندارید.
server-studies-shared = به‌اشتراک‌گذاشته با من
server-studies-public = بررسی‌های همگانی
server-studies-no-public = هنوز هیچ بررسی‌ای همگانی نیست.
server-studies-account = بررسی‌های روی سرور با حساب نگه داشته می‌شوند. بدون حساب می‌توانید بررسی‌های همگانی را بخوانید و بررسی‌های خود را در این مرورگر نگه دارید.
server-studies-board = به تختهٔ تحلیل
server-studies-all = همهٔ بررسی‌ها
server-studies-waiting = تغییرهای در انتظار
server-studies-unnamed = بررسی

study-called = نام بررسی
study-for = چه کسی می‌تواند آن را بخواند
study-for-private = خصوصی
study-for-private-text = فقط شما و کسانی که با آن‌ها به اشتراک می‌گذارید.
study-for-link = با پیوند
study-for-link-text = هر کس که پیوند را دارد.
study-for-public = همگانی
study-for-public-text = همه؛ در فهرست می‌آید.
study-games = بازی‌ها به شکل PGN، هر کدام یک فصل (اختیاری)
study-file = انتخاب پرونده
study-make = ساختن بررسی
study-by = نوشتهٔ { $name }
study-hidden = ناظران آن را پنهان کرده‌اند
study-role = اجازه
study-role-owner = صاحب
study-role-writer = می‌خواند و می‌نویسد
study-role-reader = می‌خواند
study-role-of = اجازهٔ { $name }

study-settings = تنظیمات
study-keep-changes = ذخیره
study-changed = ذخیره شد.
study-people = افراد
study-share-with = اشتراک با (نام حساب)
study-share = اشتراک
study-shared = با { $name } به اشتراک گذاشته شد.
study-unshare = برداشتن
study-unshare-it = برداشتن { $name }
study-unshared = { $name } برداشته شد.
study-end = حذف بررسی
study-end-sure = برای همیشه و برای همه حذف شود؟
study-leave = ترک بررسی
study-leave-sure = ترک می‌کنید؟ فقط صاحب آن می‌تواند شما را برگرداند.

study-read-only = می‌توانید آن را بخوانید. آنچه روی تخته می‌آزمایید نزد خودتان می‌ماند.
study-gone-away = دیگر نمی‌توانید این بررسی را بخوانید. پیش از ترک این صفحه آنچه لازم دارید دریافت یا رونویسی کنید.
study-not-connected = اتصال نیست: تغییرهای دیگران با تأخیر می‌رسد و تغییرهای شما تا فرستاده شدن در این مرورگر می‌ماند.
study-here = اکنون اینجا: { $names }.
study-others = { $n ->
    [one] یک خوانندهٔ دیگر.
   *[other] { $n } خوانندهٔ دیگر.
}
study-waiting = { $n ->
    [one] یک تغییر هنوز فرستاده نشده است.
   *[other] { $n } تغییر هنوز فرستاده نشده است.
}
study-not-kept = حافظهٔ این مرورگر پر یا خاموش است: آنچه هنوز فرستاده نشده با ترک این صفحه از دست می‌رود.
study-report = گزارش
study-link-copied = پیوند رونویسی شد.
study-copy-here = رونوشت فصل در این دستگاه
study-other-account = اکنون با حساب دیگری وارد شده‌اید، پس تغییرهای شما فرستاده نشد. تا وقتی دوباره مانند پیش وارد شوید نگه داشته می‌شود.
study-unplayable = این فصل را نمی‌توان نشان داد: { $why }

chapter = فصل
chapter-name = نام فصل
chapter-tags = برچسب‌های PGN
chapter-tags-of = برچسب‌های PGN برای { $name }
chapter-tags-text = هر برچسب یک سطر است و مقدارش در گیومه می‌آید. برچسب‌ها در PGN این فصل می‌آیند؛ برای برداشتن هر کدام سطرش را پاک کنید.
chapter-tags-wrong = این سطر برچسب نیست: { $line }
chapter-up = بردن { $name } به بالا
chapter-down = بردن { $name } به پایین
chapter-new = فصل تازه
chapter-game = بازی
chapter-add = افزودن فصل
chapter-from-position = فصل تازه از یک وضعیت
chapter-of-position = وضعیت { $n }
chapters-title = فصل‌ها
chapters-none = این بررسی هنوز فصلی ندارد.
chapters-begin = این بررسی هنوز فصلی ندارد. برای افزودن، «فصل‌ها» را باز کنید.
chapters-deleted = حذف‌شده‌ها ({ $n })
chapters-from-pgn = فصل‌ها از PGN
chapters-from-pgn-text = هر بازی یک فصل می‌شود. بازی‌ای که رویداد، دور و بازیکنان یک فصل را دارد آن را ادامه می‌دهد؛ پس بازیِ در جریان را می‌توان بارها فرستاد.
chapters-read-it = خواندن
chapters-read = فصل‌های افزوده: { $added }، ادامه‌یافته: { $updated }.

refused-title = { $n ->
    [one] یک تغییر نوشته نشد
   *[other] { $n } تغییر نوشته نشد
}
refused-chapter = فصل تازه
refused-rename = نام فصل
refused-tags = مشخصات بازی
refused-drop = حذف یا بازگرداندن فصل
refused-order = ترتیب فصل‌ها
refused-line = حرکت‌ها
refused-comment = توضیح
refused-glyphs = نمادها
refused-marks = پیکان‌ها و دایره‌ها
refused-sort = ترتیب واریانت‌ها
refused-remove = حذف حرکت‌ها
refused-copy = رونویسی متن
refused-copied = رونویسی شد.
refused-by-hand = برای رونویسی متن را برگزینید.
refused-dismiss = کنار گذاشتن
waiting-discard = دور انداختن
