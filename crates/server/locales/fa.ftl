# What the server says of its pages, in Persian. Not checked by a native reader yet: see web/src/locale/GLOSSARY.md.

## Push messages to players who are away

away-begin = بازی شما با { $opponent } آغاز شد.
away-turn = در بازی با { $opponent } نوبت شماست.
away-draw = { $opponent } به شما پیشنهاد تساوی می‌دهد.
away-end = بازی شما با { $opponent } تمام شد. { $result }
away-over = بازی شما با { $opponent } تمام شد.

## Titles and descriptions of the pages, in their heads and in shared links

head-home = رخ – شطرنج‌های تاریخی را بازی کنید
head-home-text = شطرنج‌های تاریخی را برخط و رایگان بازی کنید: شطرنج کهن، سنترج، شطرنج مستطیل و بازی‌های دیگر، با قوانینی که منبعشان معلوم است.
head-learn = آموزش شطرنج‌های تاریخی – رخ
head-learn-text = درس‌های کوتاه روی صفحه: قوانین یک شطرنج تاریخی را در سه دقیقه بیاموزید.
head-lesson = آموزش { $name } – رخ
head-lesson-text = { $name } را روی صفحه، حرکت به حرکت، در حدود سه دقیقه بیاموزید.
head-play = انتخاب بازی – رخ
head-play-text = یک شطرنج تاریخی انتخاب کنید و با رایانه، دوست یا هر کس که برخط است بازی کنید.
head-new = بازی تازه: { $name } – رخ
head-new-text = { $name } را برخط و رایگان بازی کنید: با رایانه، دوست یا هر کس. { $summary }
head-game = { $white } – { $black } · { $name } در رخ
head-game-text = این بازی { $name } را تماشا کنید یا دوباره ببینید.
head-computer = رایانه، سطح { $level }
head-guest = مهمان { $number }
head-player = بازیکن
head-challenge = بازی { $name } با { $owner } – رخ
head-challenge-text = { $owner } شما را به بازی { $name } دعوت می‌کند. حساب کاربری لازم نیست.
head-analysis = تختهٔ تحلیل – رخ
head-analysis-text = شطرنج تاریخی را در مرورگر خود تحلیل کنید: موتور، واریانت‌ها، وضعیت‌ها و PGN هر برنامه‌ای.
head-puzzles = معماها – رخ
head-puzzles-text = معماهای شطرنج‌های تاریخی: مات، حملهٔ دوگانه، بهترین حرکت برای تاس و منصوبه‌های استادان کهن.
head-puzzle = معمای { $name } – رخ
head-puzzle-text = تنها حرکت خوب را در این وضعیت { $name } بیابید.
head-games = بازی‌ها – رخ
head-games-text = بازی‌هایی که الان در رخ در جریان است، و بازی‌های تمام‌شده برای دیدن دوباره.
head-player-games = بازی‌های { $name } – رخ
head-player-games-text = بازی‌های شطرنج تاریخی که { $name } انجام داده است، با نتیجهٔ آن‌ها.
head-signin = ورود – رخ
head-signin-text = با کلید عبور یا کد وارد حساب خود در رخ شوید.
head-register = ساختن حساب – رخ
head-register-text = نام و بازی‌های خود را در رخ، روی هر دستگاهی نگه دارید.
head-events = رویدادها – رخ
head-events-text = آرنا، مسابقهٔ سوئیسی و حذفی در شطرنج‌های تاریخی، هر هفته.
head-event = { $name } – رخ
head-event-text = رویدادی از { $game } در رخ: شرکت کنید یا رده‌ها و بازی‌هایش را دنبال کنید.
head-ratings = رده‌بندی – رخ
head-ratings-text = بهترین بازیکنان هر شطرنج تاریخی در رخ، زنده و چندروزه، با تاس و بدون تاس.
head-account = حساب شما – رخ
head-account-text = نام، کلیدهای عبور، دستگاه‌ها و داده‌های حساب شما در رخ.
head-settings = تنظیمات – رخ
head-settings-text = مهره‌ها، صفحه‌ها، رنگ‌ها و صداها روی این دستگاه.
head-languages = زبان‌ها – رخ
head-languages-text = همهٔ متن‌های سایت به همهٔ زبان‌ها، برای اصلاح.
head-about = دربارهٔ رخ
head-about-text = چرا اینجا می‌توان شطرنج‌های تاریخی را بازی کرد و قوانینشان از کجاست.
head-help = راهنما – رخ
head-help-text = صفحه‌کلید، پیوند دعوت، ساعت، تاس منصفانه و گفت‌وگو در رخ.
head-privacy = حریم خصوصی – رخ
head-privacy-text = آنچه رخ دربارهٔ شما نگه می‌دارد، آنچه نگه نمی‌دارد، و تا کی.
head-terms = شرایط – رخ
head-terms-text = قواعد بازی و گفت‌وگو در اینجا، آنچه ناظران می‌توانند بکنند و آنچه نگه داشته می‌شود.
head-report = گزارش – رخ
head-report-text = ناظران را از پیام، نام یا شیوهٔ بازی کسی آگاه کنید.
head-moderation = نظارت – رخ
head-moderation-text = آنچه در انتظار ناظران است.
head-api = رابط برنامه‌نویسی – رخ
head-api-text = با برنامه‌های خود شطرنج‌های تاریخی را بازی، تماشا و تحلیل کنید.
head-lost = صفحه پیدا نشد – رخ
head-lost-text = این صفحه را پیدا نکردیم.
