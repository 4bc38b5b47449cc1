# Not checked by a native reader yet: see GLOSSARY.md.
report-open = إبلاغ
report-title = بلاغ إلى المشرفين
report-lead = يرى المشرفون ما تبلغ عنه وأنك المبلِّغ. ولا يُخبَر الشخص الآخر.
report-what = عمّ تبلغ؟
report-reason = لماذا؟
report-text = تفاصيل (اختياري)
report-send = أرسل البلاغ
report-sent = شكرًا لك. سينظر فيه أحد المشرفين.
report-none = ليس هنا ما يمكنك الإبلاغ عنه.
report-back = العودة إلى اللعبة
report-game = اللعبة
report-by = أبلغ { $name }، { $date }
report-by-nobody = بلاغ من حساب محذوف، { $date }
report-taken = { $name } يتولى الأمر
report-name-was = الاسم حينها:
report-words = المبلِّغ:
report-take = أتولى الأمر
report-note = ملاحظة للمشرفين
report-note-save = احفظ الملاحظة
report-resolve = احسم البلاغ
report-resolved = حُسم في { $date }
thing-chat = كتب { $name }: { $text }
thing-play = طريقة لعب { $name } في هذه اللعبة
thing-name = الاسم { $name }
reported-chat = دردشة
reported-play = لعب
reported-name = اسم
grounds-insult = إهانة أو تهديد
grounds-hate = كراهية
grounds-spam = إعلان أو تكرار مزعج
grounds-cheating = مساعدة من محرك أو نتائج متفق عليها
grounds-stalling = إضاعة الوقت أو ترك الألعاب
grounds-name = اسم مسيء أو مضلل
grounds-other = شيء آخر
block-person = احظر { $name }
unblock-person = ارفع الحظر عن { $name }
unblock = ارفع الحظر
block-done = { $name } محظور الآن.
unblock-done = لم يعد { $name } محظورًا.
block-text = لا يستطيع من تحظره أن يبدأ لعبة معك أو يقدم لك عروضًا، ولا ترى ما يكتبه.
blocks-title = المحظورون
blocks-none = لا تحظر أحدًا.
decisions-title = القرارات
decisions-text = ما قرره المشرفون في شأنك، ولماذا. يمكنك الرد على كل قرار مرة واحدة.
decisions-rules = القواعد
decisions-none = لم يُتخذ قرار في شأنك.
decision-since = منذ { $date }
decision-until = حتى { $date }
decision-over = انتهى في { $date }
decision-revoked = أُلغي في { $date }
decision-name = كان الاسم { $name }.
decision-revoke = ألغِ
measure-nothing = لا شيء
measure-warning = تحذير
measure-name = سحب الاسم
measure-chat = إيقاف مؤقت عن الدردشة
measure-play = إيقاف مؤقت عن اللعب مع الآخرين
measure-close = إغلاق الحساب
measure-shadow = دردشته لا يراها غيره
measure-label = القرار
measure-text = ما يُقال للشخص
hours-label = كم المدة؟
hours-1 = ساعة واحدة
hours-24 = يوم واحد
hours-168 = 7 أيام
hours-720 = 30 يومًا
appeal-label = ردك
appeal-send = أرسل الرد
appeal-sent = أُرسل ردك.
appeal-yours = ردك:
appeal-reply = المشرفون:
appeal-waits = سيقرر أحد المشرفين في شأنه.
appeal-answer = الرد الذي يُقال للشخص
appeal-lift = ارفع القرار
appeal-keep = أبقِ القرار
moderation-title = الإشراف
moderation-not = هذه الصفحة للمشرفين.
moderation-queue = قيد الانتظار
moderation-log = السجل
moderation-empty = لا شيء ينتظر.
moderation-reports = البلاغات
moderation-shown = أول { $shown } من { $count }.
moderation-more = أظهر المزيد
moderation-appeals = ردود على القرارات
person-open = كل شيء عن { $name }
person-page = صفحة اللاعب
person-decide = قرار دون بلاغ
person-impose = قرر
person-dismiss = { $count ->
    [zero] احسم بلاغات هذا الشخص دون إجراء
    [one] احسم البلاغ الذي قدمه هذا الشخص دون إجراء
    [two] احسم البلاغين اللذين قدمهما هذا الشخص دون إجراء
    [few] احسم { $count } بلاغات قدمها هذا الشخص دون إجراء
    [many] احسم { $count } بلاغًا قدمها هذا الشخص دون إجراء
   *[other] احسم { $count } بلاغ قدمها هذا الشخص دون إجراء
}
person-dismissed = { $count ->
    [zero] لم يُحسم أي بلاغ.
    [one] حُسم بلاغ واحد.
    [two] حُسم بلاغان.
    [few] حُسمت { $count } بلاغات.
    [many] حُسم { $count } بلاغًا.
   *[other] حُسم { $count } بلاغ.
}
person-reports = بلاغات عن هذا الشخص
person-no-decisions = لا قرارات.
person-no-reports = لا بلاغات.
order-done = تم.
log-number = الرقم
log-when = متى
log-who = من
log-what = ماذا
log-whom = عمّن
log-earlier = أفعال أسبق
log-operator = صاحب الموقع
act-impose = قرار
act-revoke = إلغاء
act-role = تغيير الدور
act-take = تولي بلاغ
act-note = ملاحظة على بلاغ
act-resolve = حسم بلاغ
act-appeal = رد على قرار
act-grant-appeal = قبول الرد
act-reject-appeal = رفض الرد
act-sign-out = تسجيل الخروج من كل الأجهزة
act-recover = رموز استرداد جديدة
act-reset-name = إعادة تعيين الاسم
act-reset-ratings = إعادة تعيين التقييمات
act-delete = حذف الحساب
thing-study = الدراسة { $text } من { $name }
reported-study = دراسة
study-hide = إخفاء الدراسة
study-show = إظهار الدراسة من جديد
act-hide-study = إخفاء دراسة
act-show-study = إظهار دراسة من جديد
thing-club = النادي { $text }
thing-post = كتب { $name } على لوحة: { $text }
reported-club = نادٍ
reported-post = مشاركة في نادٍ
report-club = النادي
club-order-rename = اسم آخر للنادي
club-order-rename-do = غيّر اسم النادي
club-order-close = أغلق النادي
club-order-open = افتح النادي مجددًا
club-order-delete = احذف المشاركة
act-rename-club = غُيّر اسم نادٍ
act-close-club = أُغلق نادٍ
act-open-club = فُتح نادٍ مجددًا
figures-open = أرقام عن اللعب
act-indicators = طلب أرقام عن اللعب
