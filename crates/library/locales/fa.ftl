# What the library says, in Persian. Not checked by a native reader yet: see web/src/locale/GLOSSARY.md.

## Heads and parts

library-head = { $title } – رخ
library = کتابخانه
library-index = کتابخانهٔ شطرنج‌های تاریخی
library-text = بازی‌ها، قوانین آن‌ها و خاستگاهشان: هر گفته به منبعش می‌رسد.
library-nav-learn = آموزش
library-nav-play = بازی
library-nav-games = بازی‌ها
library-nav-languages = زبان
library-contents = در این صفحه
library-rules-of = قوانین { $name }
library-play = این بازی را انجام دهید
library-puzzles = معماها
library-period = دوره
library-region = منطقه
library-other-names = نام‌های دیگر
library-status = وضع قوانین
library-laws-sourced = { $ours ->
    [0] هر { $all } قانون از منابع است.
    [one] از { $all } قانون، { $sourced } قانون از منابع است و یکی بازسازی ماست.
   *[other] از { $all } قانون، { $sourced } قانون از منابع است و { $ours } قانون بازسازی ماست.
}
library-reconstructed = بیشترش بازسازی‌شده
library-identifiers = شناسه‌ها
library-changed = { $count ->
   *[other] { $count } قانون با قوانین معمول فرق دارد:
}
library-usual = نمایش قوانین معمول
library-story = سرگذشت
library-overview = چگونه بازی می‌شود
library-pieces = مهره‌ها
library-moves-of = حرکت { $piece } روی صفحهٔ خالی
library-moves-key = ● حرکت یا زدن · ○ فقط حرکت · ◌ فقط زدن. جلو رو به بالاست.
library-moves-key-first = دایرهٔ کوچک توخالی: فقط در نخستین حرکت.
library-arrays = چینش آغازین
library-unverified = نامطمئن
library-side-names = مهره‌های بازیکن نخست { $white } و مهره‌های دومی { $black } است.
library-board = صفحه
library-board-size = { $files } در { $ranks } خانه
library-laws = قوانین و منابع
library-source = منبع
library-conjecture = بازسازی ما:
library-disputes = منابع چه می‌گویند
library-disputes-text = جایی که روایت‌ها اختلاف دارند یا خاموش‌اند: خوانش‌ها کنار هم، گزینهٔ ما با منبع یا دلیلش، و آنچه خوانش دیگر عوض می‌کند.
library-disputes-inherited = نکته‌های دیگرش همان نکته‌های { $name } است:
library-our-choice = گزینهٔ ما
library-changes = این چه را عوض می‌کند
library-remarks = آداب، نام‌ها و خوانش‌ها
library-records = سندهای مجموعه‌های دیگر
library-relatives = قوانین دیگر این بازی
library-works = منابع
library-works-text = هر اثری که قانون، نام یا تاریخی در این سایت بر آن استوار است، به ترتیب الفبا و با آنچه بر آن استوار است.
library-unlinked = چرا نشانی ندارد:
library-rests = { $count ->
   *[other] { $count } گفته بر آن استوار است
}
library-seen-whole = آن را خوانده‌ایم.
library-seen-part = بخشی از آن را خوانده‌ایم.
library-seen-reported = آن را نخوانده‌ایم و از گزارش دیگران می‌شناسیم.
library-downloads = دانلودها
library-download-ruleset = قوانین به صورت پرونده (TOML)
library-download-evidence = نمونه‌های اجراشدهٔ آن (Markdown)
library-version = نسخهٔ قوانین:
library-files = دانلود و همکاری
library-files-text = قوانین، شواهد و کتاب‌شناسی پرونده‌هایی آزادند: بردارید، بسنجید، درست کنید.
library-files-rulesets = همهٔ قوانین
library-files-evidence = همهٔ شواهد
library-files-sources = کتاب‌شناسی و سندها
library-files-puzzles = مجموعهٔ معماها
library-files-games = بازی‌های تمام‌شدهٔ فهرست‌شده
library-files-search = جست‌وجو در آن‌ها
library-contribute = همکاری کنید
library-contribute-source = یک منبع
library-contribute-source-text = کتاب، دست‌نوشته یا جهانگردی می‌شناسید که از این بازی‌ها گفته باشد؟ عنوان، صفحه و خود واژه‌ها را بفرستید؛ عکس صفحه از همه بهتر است.
library-contribute-correction = یک تصحیح
library-contribute-correction-text = اگر قانون، نام یا ترجمه‌ای نادرست است، بگویید کجاست، درستش چیست و از کجا می‌دانید.
library-contribute-ruleset = مجموعهٔ قوانین
library-contribute-ruleset-text = مجموعهٔ قوانین یک پروندهٔ متنی است که هر قانون را با منبعش می‌گوید، و یک پرونده از نمونه‌هایی که اجرا می‌شوند. راهنما نشان می‌دهد هر دو را چگونه بنویسید.
library-contribute-report = به ما بنویسید
library-contribute-guide = راهنما را باز کنید
library-compare = مقایسهٔ قوانین
library-compare-text = دو مجموعهٔ قوانین، قانون به قانون، با آنچه مشترک است و آنچه فرق دارد.
library-compare-first = نخست
library-compare-second = دوم
library-compare-go = مقایسه کن
library-compare-title = { $first } و { $second }
library-compare-count = { $same } نکته از { $rows } نکته یکی است.
library-compare-same = در هر دو یکسان:
library-sheet = برگهٔ قوانین برای چاپ
library-sheet-of = { $name }: قوانین در یک صفحه
library-sheet-back = بازگشت به صفحهٔ کامل
library-sheet-print = آن را از مرورگر چاپ کنید؛ در یک برگ A4 جا می‌شود.
library-colon = :
library-squares = مهره‌هایی که یک مربع را پر می‌کنند
library-squares-text = مهره‌های سنترج، جز شاه و پیاده‌ها، به هر خانهٔ پنج در پنج پیرامونشان دقیقاً یک بار می‌رسند. برنامه همین را دربارهٔ هر بازی پرسیده است.
library-squares-others = همین پرسش دربارهٔ همهٔ بازی‌ها
library-square-side = مربع { $side } در { $side }
library-squares-same = مهره‌ها به همین شکل حرکت می‌کنند در
library-squares-none = هیچ دسته‌ای از مهره‌ها آن را بی‌شکاف و بی‌همپوشی پر نمی‌کند.
library-map = نقشه
library-map-text = جاهایی که بازی‌ها در آن بازی، وصف و یافته شدند، و راه‌هایی که رفتند.
library-map-key-route = راهی که بازی پیمود
library-map-key-unrecorded = بازی از کجا آمد؛ راهش ثبت نشده است
library-map-old-world = نقشه از اقیانوس اطلس تا هند
library-map-pacific = نقشهٔ هاوایی و کالیفرنیا
library-map-of = نقشه با { $place }
library-map-whole = نقشه با همهٔ جاها
library-map-credit = طرح خشکی: Natural Earth، مالکیت عمومی.
library-places = جاها
library-route = { $game } از اینجا به { $place } می‌رسد.
library-route-here = { $game } از { $place } به اینجا می‌رسد.
library-route-unrecorded = { $game } از شطرنج کهن برآمده است؛ راه رسیدنش به اینجا ثبت نشده.
library-timeline = گاه‌شمار
library-timeline-text = بازی‌ها کی بازی و وصف شدند، از سال ۶۰۰ تا ۲۰۰۰.
library-timeline-open = یا دیرتر
library-timeline-games = بازی‌ها
library-timeline-events = رویدادها
library-timeline-books = کتاب‌ها و دست‌نوشته‌ها

## What a board from the evidence shows

library-board-turn = نوبت { $side } است.
library-board-roll = { $side } می‌خواهد تاس بریزد.
library-board-rolled = نوبت { $side } است، با تاس { $face }.
library-board-werera = مرحلهٔ آغازین: هر دو طرف می‌توانند حرکت کنند.
library-board-goes-on = بازی ادامه دارد.
library-board-legal = { $piece } از { $cell } می‌تواند به { $cells } برود.
library-board-marked = { $piece } از { $cell } می‌تواند به { $count } خانهٔ نشان‌دار برود.
library-board-stuck = { $piece } در { $cell } نمی‌تواند حرکت کند.
library-board-illegal = { $piece } از { $cell } مجاز نیست به { $target } برود.
library-board-no-promotion = { $piece } در { $target } مجاز نیست به { $promoted } ارتقا یابد.
library-board-may-pass = رد کردن نوبت مجاز است.
library-board-must-pass = باید نوبت را رد کرد.
library-board-no-pass = رد کردن نوبت مجاز نیست.

## Sides, by the colours of their pieces: as the site's own messages of these keys

colour-white = سفید
colour-black = سیاه
colour-gold = طلایی
colour-green = سبز
colour-red = سرخ

## Records

library-record-of-evidence = سند { $id }
library-record-of-ruleset = { $game } در مجموعه‌ای دیگر
library-record-rests = آنچه بر این سند استوار است
record-type = نوع
record-place = جا
record-position = مختصات
record-date = تاریخ
record-content = محتوا
record-rules = قوانین
record-home = خود رکورد
record-in-our-words = به بیان ما
record-confidence = اطمینان
record-ages = سن
record-social-status = جایگاه اجتماعی
record-genders = جنسیت
record-note = یادداشت
record-game = بازی
record-name = نام
record-summary = خلاصه
record-description = شرح
record-reference = ارجاع
record-origin = خاستگاه

## Concepts

library-concepts = مفهوم‌ها
library-concepts-text = این چه‌جور بازی‌ای است، آن‌گونه که برنامه از قوانین درآورده.
library-figures = در اعداد
library-figures-text = در { $games } بازی موتور ما با خودش سنجیده شد؛ برای هر حرکت { $nodes } وضعیت دیده شد. درون پرانتز: بازه‌ای که اگر بازی‌های بیشتری می‌شد، مقدار واقعی با اطمینان ۹۵٪ در آن است. مردم جور دیگری بازی می‌کنند.
figure-plies = حرکت‌های دو طرف: میانه { $median } (⁦{ $least }–{ $most }⁩)؛ نیمی از بازی‌ها از { $low } تا { $high }
figure-choices = حرکت‌های ممکن: میانه { $median }؛ در نیمی از بازی‌ها از { $low } تا { $high }
figure-won = برد { $side }: { $share }٪ (⁦{ $low }–{ $high }٪⁩)
figure-drawn = مساوی: { $share }٪ (⁦{ $low }–{ $high }٪⁩)
figure-cut-off = پس از { $plies } حرکت ناتمام: { $share }٪ (⁦{ $low }–{ $high }٪⁩)
figure-werera = مرحلهٔ آغازین: میانه { $moves } حرکت در { $seconds } ثانیه
library-concept-with = { $name }: { $value }
concepts-moves = حرکت‌ها
concepts-play = روند بازی
concepts-wins = راه‌های برد
concepts-draws = راه‌های تساوی
concept-square-board = صفحهٔ مربع
concept-long-board = صفحهٔ مستطیل
concept-cells = خانه‌ها
concept-piece-kinds = گونه‌های مهره
concept-pieces-per-side = مهره‌های هر طرف
concept-royal = مهرهٔ شاهی
concept-steps = گام به خانهٔ کناری
concept-leaps = پرش از روی مهره‌ها
concept-slides = لغزیدن در یک خط
concept-bent-rides = خمیدن در راه
concept-hops = پرش نیازمند یک مهره
concept-capture-otherwise = زدنش با حرکتش فرق دارد
concept-forward-only = فقط رو به جلو می‌رود
concept-bound = به همهٔ خانه‌ها نمی‌رسد
concept-long-step = گام نخست بلند
concept-en-passant = آن‌پاسان
concept-promotion = ارتقا
concept-castling = قلعه رفتن
concept-immunity = برخی مهره‌ها را نمی‌زند
concept-simultaneous = در آغاز هر دو طرف هم‌زمان حرکت می‌کنند
concept-alternating = نوبت‌به‌نوبت
concept-die = بخت: تاس، شمار رویه‌ها
concept-passing = رد کردن نوبت
concept-stalemate-passes = طرفی که حرکتی ندارد نوبت را رد می‌کند
concept-check = کیش
concept-one-throw = یک تاس برای گریز از کیش
concept-win-mate = مات
concept-win-failed-escape = رها نشدن از کیش با یک تاس
concept-win-capture = زدن شاه
concept-win-stalemate = پات
concept-win-bare-king = شاه تنها
concept-draw-stalemate = پات
concept-draw-bare-king = شاه تنها
concept-draw-both-bare = دو شاه تنها
concept-draw-bare-count = شاه تنهایی که مات نشود، حرکت‌ها
concept-draw-lone-piece = حرکت‌های آخرین مهره
concept-draw-repetition = تکرار، بار
concept-draw-move-limit = سقف حرکت‌ها برای هر طرف

## آخر بازی

library-endings = آخر بازی‌های حل‌شده
library-endings-of = آخر بازی‌های { $name }
library-endings-text = هر وضعیت با حداکثر { $pieces } مهره، با شمردن شاه‌ها، دقیق حل شده است: اگر هر دو بهترین بازی را بکنند، برای کسی که نوبت اوست چه ارزشی دارد.
library-endings-text-die = هر وضعیت با حداکثر { $pieces } مهره، با شمردن شاه‌ها، دقیق حل شده است: اگر هر دو بهترین بازی را بکنند، کسی که تاس می‌ریزد چه انتظاری می‌تواند داشته باشد.
library-endings-note = تکرار و سقف حرکت‌ها اینجا به حساب نمی‌آیند. وضعیت‌هایی که حق قلعه دارند کنار گذاشته شده‌اند.
library-endings-material = { $white } در برابر { $black }
library-endings-turn = نوبت
library-endings-side = { $side }
library-endings-either = هر طرف
library-endings-won = برد، ٪
library-endings-drawn = مساوی، ٪
library-endings-lost = باخت، ٪
library-endings-moves = درازترین برد به حرکت
library-endings-points = میانگین امتیاز
library-endings-decided = بازی‌های برنده‌دار، ٪
library-endings-longest = درازترین بردها
library-endings-wins = { $moves ->
    [one] در یک حرکت می‌برد.
   *[other] در { $moves } حرکت می‌برد.
}
library-endings-limit = اما سقف حرکت‌ها پیش از آن بازی را مساوی می‌کند.
library-endings-line = دنبالهٔ حرکت‌ها
library-endings-play = آن را روی صفحهٔ تحلیل بازی کنید
