# Not checked by a native reader yet: see GLOSSARY.md.
nav-learn = آموزش
nav-play = بازی
nav-library = کتابخانه
footer = دربارهٔ این سایت
footer-about = دربارهٔ رخ
footer-help = راهنما
footer-api = رابط برنامه‌نویسی
footer-source = کد منبع
footer-licence = پروانه: GPL 3
footer-privacy = حریم خصوصی
site-offline = آفلاین هستید. قوانین و درس‌هایی را که باز کرده‌اید هنوز می‌توانید بخوانید؛ بازی‌ها با برگشتن اتصال ادامه می‌یابند.
site-update = نسخهٔ تازه‌ای از رخ آماده است.
site-update-go = بارگذاری دوباره
site-reload-needed = این صفحه نسخهٔ تازه‌تری از رخ لازم دارد.
site-kept = آخرین دیدار: { $when }. حرکت‌های پس از آن اینجا نیست.
choose-title = یک بازی انتخاب کنید
conjectural = بخشی بازسازی‌شده
