# Not checked by a native reader yet: see GLOSSARY.md.
server-studies = الدراسات على الخادم
server-studies-lead = خطوط بتعليقات، في فصول. يكتب عدة أشخاص دراسة واحدة في الوقت نفسه، من جميع أجهزتهم.
server-study-new = دراسة جديدة
server-studies-mine = دراساتي
server-studies-none = ليست لديك دراسة على الخادم بعد.
server-studies-shared = مشتركة معي
server-studies-public = دراسات عامة
server-studies-no-public = لا توجد دراسة عامة بعد.
server-studies-account = تُحفظ الدراسات على الخادم مع حساب. من دونه يمكنك قراءة الدراسات العامة وحفظ دراساتك في هذا المتصفح.
server-studies-board = إلى لوحة التحليل
server-studies-all = جميع الدراسات
server-studies-waiting = تغييرات تنتظر الإرسال
server-studies-unnamed = دراسة

study-called = اسم الدراسة
study-for = من يستطيع قراءتها
study-for-private = خاصة
study-for-private-text = أنت ومن تشاركها معهم فقط.
study-for-link = بالرابط
study-for-link-text = كل من لديه الرابط.
study-for-public = عامة
study-for-public-text = الجميع؛ وتظهر في القائمة.
study-games = مباريات بصيغة PGN، كل منها فصل (اختياري)
study-file = اختر ملفًا
study-make = أنشئ الدراسة
study-by = كتبها { $name }
study-hidden = أخفاها المشرفون
study-role = الإذن
study-role-owner = المالك
study-role-writer = يقرأ ويكتب
study-role-reader = يقرأ
study-role-of = ما يُسمح به لـ{ $name }

study-settings = الإعدادات
study-keep-changes = احفظ
study-changed = حُفظت.
study-people = الأشخاص
study-share-with = شارك مع (اسم حساب)
study-share = شارك
study-shared = صارت مشتركة مع { $name }.
study-unshare = أزل
study-unshare-it = أزل { $name }
study-unshared = أُزيل { $name }.
study-end = احذف الدراسة
study-end-sure = أتُحذف نهائيًا للجميع؟
study-leave = غادر الدراسة
study-leave-sure = أتغادر؟ المالك وحده يستطيع إعادتك.

study-read-only = يمكنك قراءتها. ما تجرّبه على اللوحة يبقى عندك.
study-gone-away = لم يعد بإمكانك قراءة هذه الدراسة. نزّل ما تحتاج إليه أو انسخه قبل مغادرة هذه الصفحة.
study-not-connected = لا يوجد اتصال: تصل تغييرات الآخرين متأخرة، وتُحفظ تغييراتك في هذا المتصفح حتى تُرسل.
study-here = هنا الآن: { $names }.
study-others = { $n ->
    [zero] لا قرّاء آخرين.
    [one] وقارئ واحد آخر.
    [two] وقارئان آخران.
    [few] و{ $n } قرّاء آخرين.
    [many] و{ $n } قارئًا آخر.
   *[other] و{ $n } قارئ آخر.
}
study-waiting = { $n ->
    [zero] لا تغييرات تنتظر الإرسال.
    [one] تغيير واحد لم يُرسل بعد.
    [two] تغييران لم يُرسلا بعد.
    [few] { $n } تغييرات لم تُرسل بعد.
    [many] { $n } تغييرًا لم يُرسل بعد.
   *[other] { $n } تغيير لم يُرسل بعد.
}
study-not-kept = سعة التخزين في هذا المتصفح ممتلئة أو معطّلة: ما لم يُرسل بعد يُفقد عند مغادرة هذه الصفحة.
study-report = أبلغ
study-link-copied = نُسخ الرابط.
study-copy-here = انسخ الفصل إلى هذا الجهاز
study-other-account = أنت الآن داخل بحساب آخر، لذلك لم تُرسل تغييراتك. تبقى محفوظة حتى تدخل من جديد كما كنت.
study-unplayable = لا يمكن عرض هذا الفصل: { $why }

chapter = الفصل
chapter-name = اسم الفصل
chapter-tags = وسوم PGN
chapter-tags-of = وسوم PGN لـ{ $name }
chapter-tags-text = كل وسم في سطر وقيمته بين علامتي اقتباس. تظهر الوسوم في PGN هذا الفصل، واحذف السطر لإزالة وسمه.
chapter-tags-wrong = هذا السطر ليس وسمًا: { $line }
chapter-up = انقل { $name } إلى أعلى
chapter-down = انقل { $name } إلى أسفل
chapter-new = فصل جديد
chapter-game = اللعبة
chapter-add = أضف الفصل
chapter-from-position = فصل جديد من وضعية
chapter-of-position = الوضعية { $n }
chapters-title = الفصول
chapters-none = لا فصول في هذه الدراسة بعد.
chapters-begin = لا فصول في هذه الدراسة بعد. افتح «الفصول» لإضافة فصل.
chapters-deleted = محذوفة ({ $n })
chapters-from-pgn = فصول من PGN
chapters-from-pgn-text = تصير كل مباراة فصلًا. والمباراة التي لها بطولة فصلٍ وجولته ولاعباه تكمله، فيمكن إرسال مباراة جارية مرة بعد مرة.
chapters-read-it = اقرأ
chapters-read = فصول أُضيفت: { $added }، وأُكملت: { $updated }.

refused-title = { $n ->
    [zero] لا تغييرات لم تُكتب
    [one] تغيير واحد لم يُكتب
    [two] تغييران لم يُكتبا
    [few] { $n } تغييرات لم تُكتب
    [many] { $n } تغييرًا لم يُكتب
   *[other] { $n } تغيير لم يُكتب
}
refused-chapter = فصل جديد
refused-rename = اسم فصل
refused-tags = بيانات مباراة
refused-drop = حذف فصل أو استعادته
refused-order = ترتيب الفصول
refused-line = نقلات
refused-comment = تعليق
refused-glyphs = رموز
refused-marks = أسهم ودوائر
refused-sort = ترتيب التفريعات
refused-remove = حذف نقلات
refused-copy = انسخ النص
refused-copied = نُسخ.
refused-by-hand = حدّد النص لنسخه.
refused-dismiss = أخفِ
waiting-discard = تجاهل
