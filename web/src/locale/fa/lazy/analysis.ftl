# Not checked by a native reader yet: see GLOSSARY.md.
analysis-title = تختهٔ تحلیل
analysis-absent = این نسخهٔ سایت قواعدی برای مرورگر ندارد، پس تختهٔ تحلیل اینجا کار نمی‌کند.
analysis-loading = در حال بارگیری قواعد…
analysis-ruleset = بازی
analysis-line = حرکت‌ها و واریانت‌ها
analysis-line-empty = برای شروع مهره‌ای را حرکت دهید.

engine-title = موتور
engine-on = روشن کردن موتور
engine-off = خاموش کردن موتور
engine-lines = خط‌ها
engine-depth = عمق { $depth }
engine-speed = { $speed } وضعیت در ثانیه
engine-thinking = در حال فکر کردن…
engine-failed = موتور در این مرورگر راه نیفتاد.
engine-werera = در مرحلهٔ آغازین نوبت هیچ‌کس نیست. موتور وضعیت را چنان می‌سنجد که گویی نوبت‌ها همین حالا شروع شود.
threats-once = { $side } اکنون می‌تواند بزند: { $moves }.
threats-twice = { $side } با دو حرکت می‌تواند بزند: { $moves }.
engine-value = ارزیابی برای { $side }: { $value }
engine-mate = مات در { $plies } نیم‌حرکت به سود { $side }
engine-faces = پیش از ریختن تاس، { $side } با احتمال { $chance } می‌برد.

analysis-faces = تاس
analysis-begin-turns = شروع نوبتی
analysis-notes = توضیح و نشانه‌ها
analysis-comment = توضیح
analysis-glyphs = داوری حرکت
analysis-glyphs-position = داوری وضعیت
analysis-promote = خط اصلی شود
analysis-remove = حذف از اینجا
analysis-study = باز کردن، ویرایش، هم‌رسانی
analysis-new = از ابتدا
analysis-edit = ویرایش وضعیت
analysis-puzzles = معماها
analysis-open = باز کردن بازی
analysis-share = رونوشت پیوند
analysis-shared = پیوند رونوشت شد و همهٔ بررسی در آن است.
analysis-pgn = دریافت PGN
analysis-play = بازی از اینجا
analysis-find = یافتن در بایگانی
analysis-unread = همه چیز خوانده نشد:

open-title = باز کردن بازی یا وضعیت
open-text = FEN، PGN یا JSON Lines را بچسبانید، یا پرونده‌ای برگزینید. پرونده‌های برنامه‌های دیگر هم خوانده می‌شود.
open-file = انتخاب پرونده
open-paste = FEN، PGN یا JSON Lines
open-go = باز کن
open-nothing = در این متن بازی‌ای نیست.
open-which = متن { $n } بازی دارد. کدام یک؟
open-game = { $number }. { $white } – { $black }
open-wrong = این خوانده نمی‌شود:

edit-title = ویرایش وضعیت
edit-text = مهره‌ای برگزینید و خانه‌هایی را که باید در آن بایستد بفشارید. برای جابه‌جا کردن، مهره را بکشید.
edit-palette = مهره‌ها
edit-erase = پاک‌کن
edit-side = نوبت
edit-both = هر دو (مرحلهٔ آغازین)
edit-clear = خالی کردن تخته
edit-array = چینش آغازین
edit-good = قواعد این وضعیت را می‌پذیرد.
edit-wrong = قواعد این وضعیت را نمی‌پذیرد:
edit-go = تحلیل این وضعیت

analysis-review = بازبینی این خط
