# Not checked by a native reader yet: see GLOSSARY.md.
rukh = رخ
skip = رفتن به محتوا
settings = تنظیمات
again = دوباره بکوشید
done = انجام شد
cancel = انصراف
more = بیشتر
rules = قوانین
nav = پیمایش
games = بازی‌ها
you = شما
you-are = شما { $name } هستید. تغییر نام
accept = پذیرفتن
decline = نپذیرفتن
called = کسی به بازی شما پیوست.
called-title = بازی شما آغاز شد!
called-go = رفتن به بازی

online = { $n ->
    [one] { $n } نفر برخط
   *[other] { $n } نفر برخط
}
your-turn = نوبت شما
phase-werera = مرحلهٔ آغازین
phase-turns = در جریان
phase-over = تمام‌شده
lost-title = صفحه پیدا نشد
lost-text = این صفحه را پیدا نکردیم.
lost-home = دیدن همهٔ بازی‌ها

seat-person = بازیکن
seat-engine = رایانه، سطح { $level }

time = وقت
time-none = بدون ساعت
time-fischer = {"\u2066"}{ $minutes }+{ $increment }{"\u2069"}
time-days = { $days ->
    [one] { $days } روز برای هر حرکت
   *[other] { $days } روز برای هر حرکت
}
time-marshal = مرحلهٔ آغازین: { $minutes } دقیقه
time-marshal-days = { $days ->
    [one] مرحلهٔ آغازین: { $days } روز
   *[other] مرحلهٔ آغازین: { $days } روز
}
manner = تماشاگران
conjecture = بازسازی ما: { $text }

game-title = { $name } در رخ
board-name = صفحهٔ { $name }
cell-man = { $cell }، { $man } { $side }
cell-movable = { $cell }، { $man } { $side }، می‌تواند حرکت کند
cell-target = { $cell }، می‌توان به آن رفت
cell-capture = { $cell }، می‌توان زد
said-picked = { $man } { $cell }، { $n ->
    [one] { $n } حرکت
   *[other] { $n } حرکت
}{ $captures ->
    [0] .
    [one] ، { $captures } زدن.
   *[other] ، { $captures } زدن.
}
title-yours = نوبت شما · { $name } در رخ
title-both = هر دو بازیکن حرکت می‌کنند · { $name } در رخ
title-over = { $result } · { $name } در رخ
check = کیش
engine-thinks = رایانه فکر می‌کند…
flip = چرخاندن صفحه
draw = تساوی
draw-offer = پیشنهاد تساوی
draw-ask = آیا هر دو بازیکن با تساوی موافق‌اند؟
draw-yes = توافق بر تساوی
takeback = پس گرفتن حرکت
add-time = ‎+15 ثانیه برای حریف
abort = لغو بازی
abort-ask = این بازی لغو شود؟ به حساب نمی‌آید.
abort-yes = لغو شود
offer-draw = { $side } پیشنهاد تساوی می‌دهد.
offer-takeback = { $side } می‌خواهد حرکت آخر پس گرفته شود.
offer-turns = { $side } پیشنهاد می‌کند به نوبت بازی کنید.
offer-rematch = { $side } بازی دوباره می‌خواهد.
offered-draw = پیشنهاد تساوی دادید.
offered-takeback = خواستید حرکتتان پس گرفته شود.
offered-turns = پیشنهاد کردید به نوبت بازی کنید.
offered-rematch = بازی دوباره پیشنهاد کردید.
claim-title = درخواست نتیجه
claim-soon = حریف شما رفته است. تا { $left } دیگر می‌توانید برد یا تساوی بخواهید.
claim-text = حریف شما رفته است. نتیجه را بخواهید یا صبر کنید.
claim-text-own = حریف شما رفته است. الان تساوی بخواهید، یا اول حرکت کنید و بعد برد بخواهید.
claim-win = درخواست برد
claim-draw = درخواست تساوی
resign = تسلیم
resign-side = تسلیم { $side }
resign-ask = در این بازی تسلیم می‌شوید؟
resign-yes = تسلیم می‌شوم
sure = مطمئن هستید؟
moves = حرکت‌ها
move-number = شماره
no-moves = هنوز حرکتی نیست
die = تاس
pass = رد کردن نوبت
pass-short = رد
pass-forced = { $reason } { $side } نوبت را رد می‌کند.
threw = تاس { $side }: { $face }
seeds-awaited = منتظر مرورگر { $side } برای شرکت در قرعهٔ تاس.
seeds-awaited-both = منتظر هر دو مرورگر برای شرکت در قرعهٔ تاس.
promotion-title = ارتقا به
promotion-stay = بدون ارتقا

werera = وررا (مرحلهٔ آغازین)
werera-both = وررا – هر دو بازیکن هم‌زمان حرکت می‌کنند
werera-one = وررا – هر چند بار که بخواهید حرکت کنید
werera-text = هنوز نوبتی در کار نیست: هر مهره‌ای را هر چند بار که بخواهید حرکت دهید. نخستین زدن این مرحله را پایان می‌دهد. برای پس گرفتن، مهره‌ای را در بالا بزنید یا آن را سر جایش برگردانید. برای دیدن حرکت مهره، انگشت خود را روی آن نگه دارید.
retract-list = حرکت‌هایی که می‌توانید پس بگیرید
retract-one = پس گرفتن { $man } { $side } از { $from } به { $to }
batch-text = بازیکنان به نوبت، هر بار چند حرکت، مهره‌هایشان را می‌چینند. برای پس گرفتن، مهره‌ای را در بالا بزنید یا آن را سر جایش برگردانید.
ready = آماده‌ام
ready-text = سر فرصت صفحه را ببینید. بازی وقتی آغاز می‌شود که هر دو بازیکن آماده باشند؛ حرکت کردن هم نشانهٔ آمادگی است.
ready-awaited = منتظر آماده شدن { $side }.
batch-end = چیدن تمام شد
turns-begin = آغاز بازی به نوبت
turns-offer = پیشنهاد بازی به نوبت
werera-watching = وررا – بازیکنان مهره‌هایشان را می‌چینند
turns-ask = بدون زدن، بازی به نوبت آغاز شود؟
turns-yes = آغاز بازی به نوبت

result = نتیجه
rematch = بازی دوباره
rematch-go = رفتن به بازی دوباره
downloads = بارگیری:
game-here = این بازی فقط روی همین دستگاه نگه داشته می‌شود.
new-other = بازی تازه، قوانین دیگر

said-move = { $man } { $side } از { $from } به { $to }.
said-capture = { $man } { $side } از { $from } در { $to } می‌زند.
said-retract = { $side } حرکتش به { $to } را پس گرفت.
said-ready = { $side } آماده است.
said-batch-ended = { $side } چیدن را تمام کرد.
said-throw = { $side } تاس ریخت، { $face }: { $men }.
said-pass = { $side } نوبت را رد کرد.
said-promotion = به { $man } ارتقا یافت.
said-resign = { $side } تسلیم شد.
said-draw = بر تساوی توافق شد.
refused = دیر شد – آن حرکت دیگر ممکن نیست.
line-lost = اتصال قطع شد. در حال اتصال دوباره… حرکت‌های شما محفوظ است.
line-closed = اتصال قطع شد. لطفاً صفحه را دوباره بار کنید.
not-sent = آفلاین هستید، پس فرستاده نشد.
said-draw-offer = { $side } پیشنهاد تساوی می‌دهد.
said-takeback-offer = { $side } می‌خواهد حرکتی پس گرفته شود.
said-takeback = حرکت پس گرفته شد.
said-turns-offer = { $side } پیشنهاد می‌کند به نوبت بازی کنید.
said-rematch-offer = { $side } بازی دوباره می‌خواهد.
said-rematched = بازی دوباره آغاز شد.
said-abort = { $side } بازی را لغو کرد.
said-abort-late = لغو شد: کسی به‌موقع حرکت نکرد.
said-contest = هر دو بازیکن آن خانه را انتخاب کردند. { $side } { $ms } هزارم ثانیه تندتر بود.
said-contest-lot = هر دو بازیکن آن خانه را در یک لحظه انتخاب کردند؛ قرعه به نام { $side } افتاد.
said-flag = وقت { $side } تمام شد.
said-time-added = { $side } { $seconds } ثانیه وقت گرفت.
said-decline-draw = { $side } تساوی را نپذیرفت.
said-decline-takeback = { $side } پس گرفتن را نپذیرفت.
said-decline-turns = { $side } می‌خواهد به چیدن ادامه دهد.
said-decline-rematch = { $side } بازی دوباره را نپذیرفت.
said-claim-win = { $side } درخواست برد کرد.
said-claim-draw = { $side } درخواست تساوی کرد.
said-outage = سرور { $seconds } ثانیه از کار افتاده بود؛ ساعت‌ها متوقف شدند.
said-low = { $side }: { $seconds } ثانیه مانده است.
said-marshal-low = { $seconds } ثانیه از مرحلهٔ آغازین مانده است.
said-chat = { $name }: { $text }

clock-of = ساعت { $side }
clock-low = وقت کم
clock-plain = { $text }
clock-hours = {"\u2067"}{ $hours } ساعت { $minutes } دقیقه{"\u2069"}
clock-days = {"\u2067"}{ $days } روز { $hours } ساعت{"\u2069"}
marshal = مرحلهٔ آغازین، هر دو بازیکن
here = برخط
here-lag = برخط؛ تأخیر شبکه { $ms } هزارم ثانیه
lag = { $ms } ms
gone = { $ago } پیش رفت
ago-seconds = { $n } ثانیه
ago-minutes = { $n } دقیقه
ago-hours = { $n } ساعت
ago-days = { $n ->
    [one] { $n } روز
   *[other] { $n } روز
}

step-back = حرکت قبلی
step-on = حرکت بعدی
looking = در حال دیدن حرکت { $n }
back-to-game = بازگشت به وضعیت کنونی

typed = حرکتی بنویسید
typed-none = این در اینجا حرکت مجازی نیست.
typed-several = بیش از یک مهره می‌تواند به آنجا برود. خانهٔ آغاز را هم بنویسید، مانند e2e4.

premove-when = شرط حرکت از پیش
premove-ask = { $way } در نوبت بعد:
premove-face = اگر تاس { $face } بیاید
premove-any = هر تاسی
premove-if = { $way } اگر تاس { $face } بیاید
premove-stands = بعدی: { $moves }
premove-withdraw = انصراف

cell-shown = { $cell }؛ { $name } اینجا { $man } { $side } را پیشنهاد می‌کند
demo-hint = برای پیشنهاد حرکت، مهره‌ای را بکشید. این در بازی اثری ندارد.
demo-clear = پاک کردن

talk = گفت‌وگو
muted = بی‌صدا شد
say = فرستادن
error-unreachable = دسترسی به سرور ممکن نیست. لطفاً دوباره بکوشید.
error-unexpected = مشکلی پیش آمد. لطفاً دوباره بکوشید.

name = نام شما
name-save = ذخیره
name-text = به بازیکنان دیگر نشان داده می‌شود.
name-saved = نام شما حالا { $name } است.

replay = بازپخش
replay-of = بازپخش: { $game }
replay-start = وضعیت آغاز
play = پخش
pause = مکث
scrub = جای فعلی در بازی
speed = {"\u2066"}{ $n }×{"\u2069"}
speed-instant = بدون مکث‌ها
speed-title = سرعت
move-of = حرکت { $n } از { $total }
to-the-game = رفتن به بازی

verify = بررسی تاس
the-men = مهره‌ها
diagram-of = حرکت { $man } روی صفحهٔ خالی
diagram-key = ● رفتن یا زدن · ○ فقط رفتن · ◌ فقط زدن. جلو رو به بالاست.
the-laws = قوانین به‌تفصیل

title-turn = نوبت { $side } · { $name } در رخ
turn-side = نوبت { $side }
batch-side = وررا – { $side } مهره‌هایش را می‌چیند
first-side = حرکت بعدی با { $side } است.
