# Not checked by a native reader yet: see GLOSSARY.md.
game-title = { $name } على رُخ
title-yours = دورك · { $name } على رُخ
title-both = اللاعبان يتحركان · { $name } على رُخ
title-turn = الدور: { $side } · { $name } على رُخ
title-over = { $result } · { $name } على رُخ
engine-thinks = الحاسوب يفكر…
draw-offer = اعرض التعادل
add-time = ‎+15 ث للخصم
add-periods = وقت إضافي للخصم
resign-side = استسلام { $side }
pass-forced = { $reason } { $side } يمرر الدور.
seeds-awaited = بانتظار متصفح { $side } ليشارك في قرعة النرد.
seeds-awaited-both = بانتظار متصفحَي اللاعبين للمشاركة في قرعة النرد.
werera-one = الويريرا – تحرك بقدر ما تشاء
werera-text = لا أدوار بعد: حرّك أي قطعة بقدر ما تشاء. وأول أسر ينهي هذه المرحلة. لتتراجع اضغط على قطعة في الأعلى أو أعدها إلى مكانها. واضغط مطولًا على قطعة لترى كيف تتحرك.
retract-list = نقلات يمكنك التراجع عنها
retract-one = تراجع: { $man } { $side } من { $from } إلى { $to }
batch-side = الويريرا – { $side } يرتب قطعه
batch-text = يرتب اللاعبان قطعهما بالتناوب، بضع نقلات في كل مرة. لتتراجع اضغط على قطعة في الأعلى أو أعدها إلى مكانها.
ready-text = انظر إلى الرقعة على مهل. تبدأ المباراة حين يستعد اللاعبان، والتحرك يُعدّ استعدادًا.
ready-awaited = بانتظار استعداد { $side }.
batch-end = أنهيت الترتيب
turns-begin = ابدأ الأدوار
turns-offer = اعرض بدء الأدوار
werera-watching = الويريرا – اللاعبان يرتبان قطعهما
turns-ask = أتبدأ الأدوار من دون أسر؟
turns-yes = ابدأ الأدوار
rematch = مباراة أخرى
rematch-go = إلى المباراة الجديدة
game-here = هذه المباراة محفوظة على هذا الجهاز فقط.
new-other = مباراة جديدة بقواعد أخرى
refused = فات الأوان – لم تعد هذه النقلة ممكنة.
line-closed = انقطع الاتصال. أعد تحميل الصفحة من فضلك.
not-sent = أنت غير متصل، فلم يُرسل ذلك.
looking = تعرض النقلة { $n }
back-to-game = عودة إلى الوضعية الحالية
typed = اكتب نقلة
typed-none = هذه ليست نقلة جائزة هنا.
typed-several = أكثر من قطعة تستطيع الذهاب إلى هناك. أضف مربع البداية، مثل e2e4.
cell-shown = { $cell }؛ يقترح { $name } هنا { $man } { $side }
demo-hint = اسحب قطعة لتقترح نقلة. لن يؤثر ذلك في المباراة.
demo-clear = مسح
notice-turn = الدور لك في { $name }.
pane-moves = النقلات
pane-chat = المحادثة
pane-rules = القواعد
pane-menu = القائمة
pane-news = (رسائل جديدة)
pane-close = أغلق { $name }
game-bar = المزيد عن هذه المباراة
game-menu = قائمة المباراة
game-settings = الإعدادات
mark-mode = ارسم دوائر وأسهمًا
add-time-short = ‎+15 ث
add-periods-short = وقت إضافي
throw-die = ارمِ النرد
retract-none = تظهر هنا القطع التي تحركها. اضغط على إحداها لتتراجع عن نقلتها.
confirm-ask = أتلعب { $move }؟
confirm-yes = العب
premove-impossible = لا يمكن إعداد { $way } مسبقًا هنا.
share-game = مشاركة وتضمين

## Announced during a game

said-decline-draw = رفض { $side } التعادل.
said-decline-takeback = رفض { $side } التراجع.
said-decline-turns = يريد { $side } متابعة الترتيب.
said-decline-rematch = رفض { $side } مباراة أخرى.
said-claim-win = طالب { $side } بالفوز.
said-claim-draw = طالب { $side } بالتعادل.
said-outage = توقف الخادم { $seconds } ث، وأُوقفت الساعات.
said-low = { $side }: بقي { $seconds } ث.
said-periods = { $side }: { $left }.
said-marshal-low = بقي { $seconds } ث من مرحلة الافتتاح.
said-time-added = حصل { $side } على { $seconds ->
    [zero] { $seconds } ثانية
    [one] ثانية واحدة
    [two] ثانيتين
    [few] { $seconds } ثوانٍ
    [many] { $seconds } ثانية
   *[other] { $seconds } ثانية
}.
said-rematched = بدأت المباراة الجديدة.
said-rematch-offer = { $side } يريد مباراة أخرى.
said-turns-offer = { $side } يعرض بدء الأدوار.
said-takeback = جرى التراجع عن النقلة.
said-takeback-offer = { $side } يطلب التراجع عن نقلة.
said-draw-offer = { $side } يعرض التعادل.
said-move = { $man } { $side } من { $from } إلى { $to }.
said-capture = { $man } { $side } من { $from } يأسر في { $to }.
said-retract = { $side } تراجع عن نقلته إلى { $to }.
said-ready = { $side } مستعد.
said-batch-ended = { $side } أنهى الترتيب.
said-throw = رمى { $side } النرد، { $face }: { $men }.
said-pass = { $side } مرر الدور.
said-promotion = ترقى إلى { $man }.
said-resign = استسلم { $side }.
said-draw = اتُّفق على التعادل.
said-flag = انتهى وقت { $side }.
resign-ask = أتستسلم في هذه المباراة؟
resign-yes = أستسلم
abort-ask = أتلغي هذه المباراة؟ لن تُحتسب.
abort-yes = إلغاء المباراة
draw-ask = هل يتفق اللاعبان على التعادل؟
draw-yes = اتفاق على التعادل
game-report = إبلاغ
first-side = يتحرك { $side } الآن.
said-abort = ألغى { $side } المباراة.
said-abort-late = أُلغيت: لم يتحرك أحد في الوقت المحدد.
said-chat = { $name }: { $text }
sure = هل أنت متأكد؟
resign = استسلام
