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
sign-in-provider = المتابعة عبر { $provider }
provider-refused-provider-away = لم يقل المزوّد من أنت. حاول من جديد، أو سجّل الدخول بطريقة أخرى.
provider-refused-identity-taken = حساب المزوّد هذا يُدخل إلى حساب آخر هنا.
provider-refused-identity-other = حساب المزوّد هذا لا يُدخل إلى حسابك.
provider-refused-too-many-identities = للحساب من هذه ٨ على الأكثر.
provider-refused-prove-it = لم يطلب منك المزوّد تسجيل الدخول، فهذا لا يثبت شيئًا. سجّل الدخول هناك من جديد، أو أثبت ذلك بطريقة أخرى.
provider-refused-registration-closed = لا يمكن إنشاء حسابات هنا.
provider-refused-unavailable = الخادم مشغول جدًا. حاول بعد قليل.
provider-refused-busy = الخادم مشغول جدًا. حاول بعد قليل.
provider-visit-added = صار يُدخلك من الآن.
provider-visit-proved = سجّلت الدخول من جديد. افعل الآن ما أردت.
provider-leaves = هذا يخرج بك من الصفحة، فيضيع ما كتبته.
provider-refused-bad-sign-in = لم يسألك المزوّد من أنت. سجّل الدخول هناك من جديد، أو أثبت ذلك بطريقة أخرى.
provider-refused-over = انقطعت زيارة المزوّد أو طالت. ابدأ من جديد.
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
register-provider = إنشاء حساب عبر { $provider }
register-password-go = إنشاء حساب بكلمة مرور
register-impossible = لذلك لا يمكن إنشاء حساب على هذا العنوان. يمكنك اللعب ضيفًا.
register-closed = لا يمكن إنشاء حسابات في هذا الموقع. يمكنك اللعب ضيفًا.
register-invitation = الدعوة
register-invitation-text = الحسابات هنا بدعوة: اكتب الرمز الذي أعطاك إياه مشغّل الموقع.
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
account-studies = دراساتك
account-name-text = يظهر للاعبين الآخرين، وفي المباريات المنتهية والمحادثة أيضًا. يمكنك تغييره مرة كل 30 يومًا.
account-name-kept = يمكنك تغيير اسمك «{ $name }» مرة أخرى في { $date }.

account-providers = مواقع تُدخلك
provider-add = إضافة { $provider }
provider-removed = لم يعد يُدخلك.
provider-unused = منذ { $created }، لم يُستعمل بعد
provider-used = منذ { $created }، آخر استعمال { $used }
provider-remove = إزالة { $provider }، منذ { $created }
provider-gone = لم يعد هذا الموقع يُدخل أحدًا هنا.
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

account-bot = لاعب آلي
bot-text = يلعب اللاعب الآلي وحده، عبر برنامج له رمز وصول. يدل اسمه على ذلك في كل مكان، وله لوحة صدارة خاصة، ولا ينضم إلا إلى الفعاليات التي تسمح باللاعبين الآليين.
bot-make = تحويل هذا الحساب إلى حساب لاعب آلي
bot-for-good = لا يمكن التراجع عن ذلك، ولا يصير لاعبًا آليًا إلا حساب لم يلعب بعد.
bot-go = اجعله لاعبًا آليًا
bot-done = هذا الحساب الآن حساب لاعب آلي.
bot-since = حساب لاعب آلي منذ { $date }. يدل اسمه على ذلك في كل مكان.

account-data = بياناتك
data-text = كل ما لدى هذا الخادم عنك في ملف واحد: الحساب والمباريات والمحادثة ودراساتك على الخادم. أما دراسات هذا المتصفح والإعدادات والألغاز المحلولة فهي هنا وحده.
data-download = تنزيل كل شيء
data-saved = الملف في تنزيلاتك.
delete-title = حذف الحساب
delete-text = يُحذف اسمك ومفاتيح المرور والأجهزة ورموز الوصول فورًا ولا يمكن استرجاعها. تبقى المباريات المنتهية بلا اسمك.
delete-name = اكتب { $name } للتأكيد
delete-go = احذف حسابي
register-terms = الشروط تسري على كل من هنا.

account-email = البريد الإلكتروني
email-text = بعنوان بريد يمكنك الدخول إذا فقدت كل شيء آخر، وتصلك الإشعارات. لا يراه أحد غيرك.
email-address = عنوان البريد الإلكتروني
email-new = عنوان آخر
email-send = أرسل الرمز
email-sent = أُرسل رمز إلى { $address }، وهو صالح ساعة واحدة.
email-waiting = في انتظار الرمز الذي أُرسل إلى
email-code = الرمز من الرسالة
email-confirm = تأكيد
email-confirmed = تأكّد العنوان.
email-remove = أزل العنوان
email-removed = أُزيل العنوان.
email-notices = أرسل إليّ رسالة
email-notice-proposed = حين يقترح أحد مباراة
email-notice-soon = حين تبدأ مباراة متفق عليها بعد عشر دقائق
email-notice-turn = حين يكون الدور لي وأنا غائب منذ يوم
email-notice-decision = حين يقرر المشرفون شيئًا بشأني
email-always = يُرسل دائمًا كل دخول جديد وكل تغيير في طرق الدخول.
email-language = لغة الرسائل
email-saved = حُفظ.

sign-in-email = برمز في البريد الإلكتروني
sign-in-email-text = إن كان لحساب هذا العنوان وصله رمز. يسجّل الرمز خروج كل الأجهزة الأخرى.
sign-in-email-sent = إن كان لحساب هذا العنوان فالرمز في الطريق. أدخله هنا أو افتح الرابط في الرسالة.
unsubscribe-title = أوقف هذه الرسائل
unsubscribe-text = لن تصلك رسائل من هذا النوع. يمكنك تشغيلها من جديد في هذه الصفحة بعد تسجيل الدخول.
unsubscribe-go = أوقفها
unsubscribe-done = لن تصلك رسائل من هذا النوع بعد الآن.
