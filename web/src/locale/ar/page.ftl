# Not checked by a native reader yet: see GLOSSARY.md.
rukh = رُخ
skip = انتقل إلى المحتوى
settings = الإعدادات
sign-in = دخول
sign-out = خروج
account = حسابك
register = أنشئ حسابًا
you-are-account = أنت { $name }. حسابك
again = حاول مجددًا
page-loading = جارٍ التحميل…
done = تم
cancel = إلغاء
more = المزيد
rules = القواعد
nav = التنقل
games = المباريات
you = أنت
you-are = أنت { $name }. غيّر اسمك
decline = رفض
called = انضم شخص إلى مباراتك.
called-title = بدأت مباراتك!
called-go = إلى المباراة

online = { $n ->
    [zero] لا أحد متصل
    [one] شخص واحد متصل
    [two] شخصان متصلان
    [few] { $n } أشخاص متصلون
    [many] { $n } شخصًا متصلًا
   *[other] { $n } شخص متصل
}
your-turn = دورك
phase-werera = مرحلة الافتتاح
phase-turns = جارية
phase-over = منتهية
lost-title = الصفحة غير موجودة
lost-text = لم نجد ما يشير إليه هذا الرابط. قد يكون ناقصًا.
lost-home = عرض كل الألعاب

seat-person = لاعب
guest = ضيف
guest-number = ضيف { $number }
bot-name = { $name } (آلي)
seat-engine = الحاسوب، المستوى { $level }

time = الوقت
time-none = بلا ساعة
time-fischer = {"\u2066"}{ $minutes }+{ $increment }{"\u2069"}
time-delay = { $minutes } د، تأخير { $delay } ث
time-byoyomi = { $minutes } د + {"\u2066"}{ $periods } × { $period }{"\u2069"} ث
time-days = { $days ->
    [zero] { $days } يوم للنقلة
    [one] يوم واحد للنقلة
    [two] يومان للنقلة
    [few] { $days } أيام للنقلة
    [many] { $days } يومًا للنقلة
   *[other] { $days } يوم للنقلة
}
time-marshal = مرحلة الافتتاح: { $minutes } د
time-marshal-days = { $days ->
    [zero] مرحلة الافتتاح: { $days } يوم
    [one] مرحلة الافتتاح: يوم واحد
    [two] مرحلة الافتتاح: يومان
    [few] مرحلة الافتتاح: { $days } أيام
    [many] مرحلة الافتتاح: { $days } يومًا
   *[other] مرحلة الافتتاح: { $days } يوم
}
manner = المشاهدون

board-name = رقعة { $name }
cell-man = { $cell }، { $man } { $side }
cell-movable = { $cell }، { $man } { $side }، يستطيع أن يتحرك
cell-target = { $cell }، يمكن الوصول إليه
cell-capture = { $cell }، يمكن أسره
said-picked = { $man } { $cell }، { $n ->
    [zero] لا نقلات
    [one] نقلة واحدة
    [two] نقلتان
    [few] { $n } نقلات
    [many] { $n } نقلة
   *[other] { $n } نقلة
}{ $captures ->
    [zero] .
    [one] ، منها أسر واحد.
    [two] ، منها نقلتا أسر.
    [few] ، منها { $captures } نقلات أسر.
    [many] ، منها { $captures } نقلة أسر.
   *[other] ، منها { $captures } نقلة أسر.
}
check = كش
flip = اقلب الرقعة
draw = تعادل
takeback = تراجع عن النقلة
abort = ألغِ المباراة
moves = النقلات
move-number = الرقم
no-moves = لا نقلات بعد
die = النرد
pass = تمرير الدور
pass-short = تمرير
threw = رمى { $side }: { $face }
promotion-title = الترقية إلى
promotion-stay = من دون ترقية

werera = الويريرا (مرحلة الافتتاح)
werera-both = الويريرا – اللاعبان يتحركان معًا
ready = أنا مستعد
result = النتيجة
downloads = تنزيل:
line-lost = انقطع الاتصال. نعيد الاتصال… ونقلاتك محفوظة.
said-contest = اختار اللاعبان ذلك المربع. { $side } كان أسرع بفارق { $ms } مللي ثانية.
said-contest-lot = اختار اللاعبان ذلك المربع معًا في اللحظة نفسها، فوقعت القرعة على { $side }.

clock-of = ساعة { $side }
clock-low = الوقت قليل
clock-plain = { $text }
clock-hours = {"\u2067"}{ $hours } س { $minutes } د{"\u2069"}
clock-days = {"\u2067"}{ $days } ي { $hours } س{"\u2069"}
clock-periods = { $n ->
    [one] الفترة الأخيرة
    [two] فترتان
    [few] { $n } فترات
    [many] { $n } فترة
   *[other] { $n } فترة
}
clock-delay = تنتظر { $seconds } ث
marshal = مرحلة الافتتاح، اللاعبان معًا
here = متصل
here-lag = متصل؛ تأخر الشبكة { $ms } م‌ث
lag = { $ms } م‌ث
gone = غادر منذ { $ago }
on-vacation = في إجازة، بقي { $ago }
ago-seconds = { $n } ث
ago-minutes = { $n } د
ago-hours = { $n } س
ago-days = { $n ->
    [zero] { $n } يوم
    [one] يوم واحد
    [two] يومين
    [few] { $n } أيام
    [many] { $n } يومًا
   *[other] { $n } يوم
}

step-back = النقلة السابقة
step-on = النقلة التالية
muted = مكتوم
error-unreachable = تعذر الوصول إلى الخادم. حاول مجددًا من فضلك.
error-unexpected = حدث خطأ ما. حاول مجددًا من فضلك.

name = اسمك

replay = إعادة العرض
play = تشغيل
to-the-game = إلى المباراة

verify = التحقق من النرد
turn-side = الدور: { $side }
