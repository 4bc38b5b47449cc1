# Not checked by a native reader yet: see GLOSSARY.md.
rukh = رخ
skip = رفتن به محتوا
settings = تنظیمات
sign-in = ورود
sign-out = خروج
account = حساب شما
register = ساختن حساب
you-are-account = شما { $name } هستید. حساب شما
again = دوباره بکوشید
page-loading = در حال بارگذاری…
done = انجام شد
cancel = انصراف
more = بیشتر
rules = قوانین
nav = پیمایش
games = بازی‌ها
you = شما
you-are = شما { $name } هستید. تغییر نام
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
lost-text = آنچه این پیوند به آن می‌رسد پیدا نشد. شاید پیوند ناقص باشد.
lost-home = دیدن همهٔ بازی‌ها

seat-person = بازیکن
guest = مهمان
guest-number = مهمان { $number }
bot-name = { $name } (ربات)
seat-engine = رایانه، سطح { $level }

time = وقت
time-none = بدون ساعت
time-fischer = {"\u2066"}{ $minutes }+{ $increment }{"\u2069"}
time-delay = { $minutes } دقیقه، تأخیر { $delay } ثانیه
time-byoyomi = { $minutes } دقیقه + {"\u2066"}{ $periods } × { $period }{"\u2069"} ثانیه
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
check = کیش
flip = چرخاندن صفحه
draw = تساوی
takeback = پس گرفتن حرکت
abort = لغو بازی
moves = حرکت‌ها
move-number = شماره
no-moves = هنوز حرکتی نیست
die = تاس
pass = رد کردن نوبت
pass-short = رد
threw = تاس { $side }: { $face }
promotion-title = ارتقا به
promotion-stay = بدون ارتقا

werera = وررا (مرحلهٔ آغازین)
werera-both = وررا – هر دو بازیکن هم‌زمان حرکت می‌کنند
ready = آماده‌ام
result = نتیجه
downloads = بارگیری:
line-lost = اتصال قطع شد. در حال اتصال دوباره… حرکت‌های شما محفوظ است.
said-contest = هر دو بازیکن آن خانه را انتخاب کردند. { $side } { $ms } هزارم ثانیه تندتر بود.
said-contest-lot = هر دو بازیکن آن خانه را در یک لحظه انتخاب کردند؛ قرعه به نام { $side } افتاد.

clock-of = ساعت { $side }
clock-low = وقت کم
clock-plain = { $text }
clock-hours = {"\u2067"}{ $hours } ساعت { $minutes } دقیقه{"\u2069"}
clock-days = {"\u2067"}{ $days } روز { $hours } ساعت{"\u2069"}
clock-periods = { $n ->
    [one] آخرین دوره
   *[other] { $n } دوره
}
clock-delay = { $seconds } ثانیه صبر می‌کند
marshal = مرحلهٔ آغازین، هر دو بازیکن
here = برخط
here-lag = برخط؛ تأخیر شبکه { $ms } هزارم ثانیه
lag = { $ms } ms
gone = { $ago } پیش رفت
on-vacation = در مرخصی، { $ago } دیگر
ago-seconds = { $n } ثانیه
ago-minutes = { $n } دقیقه
ago-hours = { $n } ساعت
ago-days = { $n ->
    [one] { $n } روز
   *[other] { $n } روز
}

step-back = حرکت قبلی
step-on = حرکت بعدی
muted = بی‌صدا شد
error-unreachable = دسترسی به سرور ممکن نیست. لطفاً دوباره بکوشید.
error-unexpected = مشکلی پیش آمد. لطفاً دوباره بکوشید.

name = نام شما

replay = بازپخش
play = پخش
to-the-game = رفتن به بازی

verify = بررسی تاس
turn-side = نوبت { $side }
