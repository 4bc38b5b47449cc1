# Not checked by a native reader yet: see GLOSSARY.md.
analysis-title = لوحة التحليل
analysis-absent = تحتاج لوحة التحليل إلى WebAssembly، وهذا المتصفح لا يشغّله (يعطّله وضع المنع لدى Apple ومستوى الأمان الأعلى في Tor) أو أن هذه النسخة من الموقع لا تحتويه.
analysis-instead = هذه تعمل من دونه:
analysis-instead-reviews = المباريات المنتهية، ولكل منها مراجعتها
analysis-instead-library = مكتبة القواعد
analysis-loading = جارٍ تحميل القواعد…
analysis-ruleset = اللعبة
analysis-line = النقلات والتفريعات
analysis-line-empty = حرّك قطعة للبدء.

engine-title = المحرك
engine-on = شغّل المحرك
engine-off = أوقف المحرك
engine-lines = التفريعات
engine-depth = العمق { $depth }
engine-speed = { $speed } موضع/ث
engine-thinking = يفكّر…
engine-failed = تعذّر تشغيل المحرك في هذا المتصفح.
engine-place = يعمل على
engine-workers = المعالجات
engine-device = هذا الجهاز
engine-server = خادمنا
engine-server-limit = خادمنا، حتى { $limit } موضع
engine-unable = تعذّر تشغيل المحرك على هذا الجهاز، لذلك يبحث خادمنا.
engine-busy = محركاتنا مشغولة. المحاولة التالية بعد { $seconds } ث.
engine-werera = في مرحلة الافتتاح لا دور لأحد. يقيّم المحرك الموضع كأن الأدوار تبدأ الآن.
threats-once = يستطيع { $side } الأسر الآن: { $moves }.
threats-twice = يستطيع { $side } الأسر بنقلتين: { $moves }.
engine-value = التقييم لـ{ $side }: { $value }
engine-mate = كش مات خلال { $plies ->
    [one] نصف نقلة واحدة
    [two] نصفي نقلة
    [few] { $plies } أنصاف نقلات
    [many] { $plies } نصف نقلة
   *[other] { $plies } نصف نقلة
} لصالح { $side }
engine-faces = قبل الرمية يفوز { $side } باحتمال { $chance }.
reasons-title = لماذا؟
reasons-position = في هذا الوضع
reasons-move = ما تغيّره النقلة
reasons-none = لا شيء بارز.

analysis-faces = الرمية
analysis-begin-turns = ابدأ التناوب
analysis-unclaimed = لم يُطالَب بالتعادل
analysis-notes = تعليق ورموز
analysis-comment = تعليق
analysis-comment-limit = الحد الأقصى لعدد أحرف التعليق هو { $n }؛ وما زاد عليه يُحذف.
analysis-glyphs = قيّم النقلة
analysis-glyphs-position = قيّم الموضع
analysis-promote = اجعله الخط الرئيسي
analysis-promote-end = انتهت اللعبة هنا، وتبقى نهايتها أولًا. يأتي الخط بعدها مباشرة.
analysis-remove = احذف من هنا
analysis-study = فتح وتعديل ومشاركة
analysis-group-position = الوضعية
analysis-group-more = المزيد
analysis-new = من البداية
analysis-edit = عدّل الموضع
analysis-puzzles = الألغاز
analysis-open = افتح مباراة
analysis-share = انسخ الرابط
analysis-shared = نُسخ الرابط، وفيه الدراسة كلها.
analysis-pgn = نزّل PGN
analysis-play = العب من هنا
analysis-find = ابحث في الأرشيف
analysis-unread = لم يمكن قراءة كل شيء:

open-title = افتح مباراة أو موضعًا
open-text = الصق FEN أو PGN أو JSON Lines، أو اختر ملفًا. وتصلح ملفات البرامج الأخرى أيضًا.
open-file = اختر ملفًا
open-paste = FEN أو PGN أو JSON Lines
open-go = افتح
open-nothing = لا توجد مباراة في هذا النص.
open-which = في النص { $n ->
    [one] مباراة واحدة
    [two] مباراتان
    [few] { $n } مباريات
    [many] { $n } مباراة
   *[other] { $n } مباراة
}. أيها تريد؟
open-game = { $number }. { $white } – { $black }
open-wrong = لا يمكن قراءة هذا:

edit-title = عدّل الموضع
edit-text = اختر قطعة واضغط المربعات التي تريد وضعها عليها. اسحب القطعة لتحريكها.
edit-palette = القطع
edit-erase = ممحاة
edit-side = الدور
edit-both = كلاهما (مرحلة الافتتاح)
edit-clear = أفرغ اللوحة
edit-array = رتّب وضع البداية
edit-good = تسمح القواعد بهذا الموضع.
edit-wrong = لا تسمح القواعد بهذا الموضع:
edit-go = حلّل هذا الموضع

analysis-review = راجع هذا الخط

studies-title = الدراسات
studies-text = هي محفوظة في هذا المتصفح وحده.
studies-none = ليس لديك دراسة بعد. حرّك قطعة فتبدأ دراسة.
studies-deleted = المحذوفة: { $n }
studies-deleted-text = يمكن استعادة الدراسات المحذوفة. المهلة بالأيام: { $days }.
study-name = الاسم
study-save = حفظ
study-rename = تغيير الاسم
study-rename-it = تغيير اسم { $name }
study-delete = حذف
study-delete-it = حذف { $name }
study-deleted = حُذفت «{ $name }».
study-undo = تراجع
study-restore = استعادة
study-restore-it = استعادة { $name }
study-new = دراسة جديدة
study-unnamed = لم تُحفظ بعد: لم يتغير شيء.
study-gone = هذه الدراسة ليست في هذا المتصفح.
study-storage = لا يحفظ هذا المتصفح دراساتك: مساحته ممتلئة أو معطّلة. نزّل ملف PGN لتحفظ عملك.
study-close = إغلاق
study-nobody = شخص حُذف حسابه
study-take-away = احذف تعليق { $name }
studies-server = الدراسات على الخادم
study-put = ضعها على الخادم
