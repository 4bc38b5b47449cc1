# Not checked by a native reader yet: see GLOSSARY.md.
account-name = الاسم
account-password = كلمة المرور
account-recovery-code = رمز الاسترداد
account-device-code = الرمز
account-copy = نسخ
account-copied = تم النسخ.
account-copy-by-hand = حدّد النص وانسخه بـ Ctrl+C أو بضغطة طويلة.
account-remove = إزالة
account-signed-in = أنت مسجَّل الدخول باسم { $name }.

sign-in-passkey = تسجيل الدخول بمفتاح مرور
sign-in-passkey-text = يطلب جهازك بصمتك أو وجهك أو قفل الشاشة. لا حاجة إلى اسم.
sign-in-password = بكلمة مرور
sign-in-recovery = برمز استرداد
sign-in-recovery-text = أحد الرموز العشرة التي احتفظت بها عند إنشاء الحساب. يعمل كل رمز مرة واحدة.
sign-in-device = برمز من جهاز آخر
sign-in-device-text = على جهاز سجّلت الدخول فيه، افتح «حسابك» واضغط «إضافة جهاز».
sign-in-none = ليس لديك حساب؟
passkey-none-https = لا تعمل مفاتيح المرور إلا في صفحات https، وهذه الصفحة ليست منها.
passkey-none-browser = لا يدعم هذا المتصفح مفاتيح المرور.
passkey-none-server = لا يقدّم هذا الخادم مفاتيح مرور على هذا العنوان.
passkey-cancelled = لم يُستخدم مفتاح مرور: أُلغي الطلب أو انتهى وقته.
passkey-known = على هذا الجهاز مفتاح مرور لحسابك من قبل.
passkey-address = لا يسمح المتصفح بمفاتيح المرور على هذا العنوان.
passkey-unfit = لا يستطيع هذا الجهاز حفظ مفتاح مرور كهذا.

register-text = تبقى مبارياتك وألغازك ودراساتك وإعداداتك بصفتك ضيفًا. لا حاجة إلى بريد إلكتروني.
register-name-text = يظهر للاعبين الآخرين. يمكنك تغييره مرة كل 30 يومًا.
register-passkey = إنشاء حساب بمفتاح مرور
register-passkey-text = يحفظ جهازك مفتاح المرور ويفتحه ببصمتك أو وجهك أو قفل الشاشة. لا شيء تحتاج إلى تذكّره.
register-password = استخدم كلمة مرور بدلًا من ذلك
register-password-go = إنشاء حساب بكلمة مرور
register-impossible = لذلك لا يمكن إنشاء حساب على هذا العنوان. يمكنك اللعب ضيفًا.
register-known = لديك حساب؟
register-done = حسابك جاهز
register-go = لقد احتفظت بها

codes-text = احتفظ برموز الاسترداد هذه في مكان آمن. إذا فقدت أجهزتك فيمكنك تسجيل الدخول بأحدها. يعمل كل رمز مرة واحدة، ولن تظهر مرة أخرى.
codes-file = رموز استرداد { $name } على { $site }. يعمل كل رمز مرة واحدة.
codes-save = تنزيل
codes-print = طباعة
codes-left = { $n ->
    [0] لم يبقَ أي رمز استرداد.
    [one] بقي رمز استرداد واحد.
    [two] بقي رمزا استرداد.
    [few] بقيت { $n } رموز استرداد.
    [many] بقي { $n } رمز استرداد.
   *[other] بقي { $n } رمز استرداد.
}
codes-renew = إنشاء رموز جديدة
codes-renew-text = تتوقف الرموز القديمة عن العمل عندئذ.
codes-renewed = هذه رموزك الجديدة، ولم تعد القديمة تعمل.

proof-title = سجّل الدخول مرة أخرى
proof-text = سجّل الدخول مرة أخرى أولًا، حتى لا يفعل ذلك غيرك على جهازك.

account-none = أنت ضيف. يحفظ الحساب اسمك ومبارياتك على كل جهاز.
account-since = الحساب منذ { $date }.
account-games = مبارياتك ونتائجك
account-name-text = يظهر للاعبين الآخرين، وفي المباريات المنتهية والمحادثة أيضًا. يمكنك تغييره مرة كل 30 يومًا.
account-name-kept = يمكنك تغيير اسمك «{ $name }» مرة أخرى في { $date }.

account-passkeys = مفاتيح المرور
passkeys-empty = ليس لديك مفتاح مرور.
passkey-unused = منذ { $created }، لم يُستخدم بعد
passkey-used = منذ { $created }، آخر استخدام { $used }
passkey-label = اسم له، مثل «هاتف»
passkey-add = إضافة مفتاح مرور
passkey-added = أُضيف مفتاح المرور.
passkey-remove = إزالة مفتاح المرور { $label }
passkey-removed = أُزيل مفتاح المرور. احذفه من جهازك أيضًا.

password-new = كلمة مرور جديدة
password-set = تعيين كلمة مرور
password-change = تغيير كلمة المرور
password-saved = تسري كلمة المرور الجديدة من الآن.
password-remove = إزالة كلمة المرور
password-removed = أُزيلت كلمة المرور.
account-codes = رموز الاسترداد

account-devices = الأجهزة
device-this = هذا الجهاز
device-seen = آخر ظهور { $date }
device-end-of = تسجيل خروج { $label }
device-ended = سُجِّل خروج الجهاز.
devices-end = تسجيل الخروج من كل مكان آخر
devices-ended = تم تسجيل خروج جميع الأجهزة والبرامج الأخرى.
device-add = إضافة جهاز
device-code-text = افتح { $address } على الجهاز الآخر وأدخل هذا الرمز خلال 5 دقائق:
device-code-qr = أو امسح هذا بكاميرته

account-tokens = البرامج
tokens-text = يتيح رمز الوصول لبرنامج، مثل لاعب آلي أو برنامج كتبته، أن يعمل باسمك. ولا يستطيع تغيير حسابك.
token-scope-read = قراءة مبارياتك
token-scope-play = اللعب باسمك
token-expires = حتى { $date }
token-remove = إزالة رمز الوصول { $label }
token-removed = لم يعد رمز الوصول يعمل.
token-once = انسخ رمز الوصول الآن: لن يظهر مرة أخرى.
token-new = رمز وصول جديد
token-label = الغرض منه
token-scopes = ما يُسمح له به
token-days = مدة عمله
token-day-count = { $n ->
    [one] يوم واحد
    [two] يومان
    [few] { $n } أيام
    [many] { $n } يومًا
   *[other] { $n } يوم
}
token-create = إنشاء رمز الوصول

account-data = بياناتك
data-text = كل ما لدى هذا الخادم عنك في ملف واحد: الحساب والمباريات والمحادثة. أما الدراسات والإعدادات والألغاز المحلولة فهي في هذا المتصفح.
data-download = تنزيل كل شيء
data-saved = الملف في تنزيلاتك.
delete-title = حذف الحساب
delete-text = يُحذف اسمك ومفاتيح المرور والأجهزة ورموز الوصول فورًا ولا يمكن استرجاعها. تبقى المباريات المنتهية بلا اسمك.
delete-name = اكتب { $name } للتأكيد
delete-go = احذف حسابي
register-terms = الشروط تسري على كل من هنا.
