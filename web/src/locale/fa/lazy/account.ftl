# Not checked by a native reader yet: see GLOSSARY.md.
account-name = نام
account-password = گذرواژه
account-recovery-code = کد بازیابی
account-device-code = کد
account-copy = کپی
account-copied = کپی شد.
account-copy-by-hand = متن را انتخاب کنید و با Ctrl+C یا فشردن طولانی کپی کنید.
account-remove = حذف
account-signed-in = شما با نام { $name } وارد شده‌اید.

sign-in-passkey = ورود با گذرکلید
sign-in-passkey-text = دستگاه شما اثر انگشت، چهره یا قفل صفحه را می‌خواهد. نام لازم نیست.
sign-in-password = با گذرواژه
sign-in-provider = ادامه با { $provider }
provider-refused-provider-away = ارائه‌دهنده نگفت شما که هستید. دوباره بکوشید یا از راه دیگری وارد شوید.
provider-refused-identity-taken = این حساب ارائه‌دهنده به حساب دیگری در اینجا وارد می‌کند.
provider-refused-identity-other = این حساب ارائه‌دهنده به حساب شما وارد نمی‌کند.
provider-refused-too-many-identities = هر حساب حداکثر ۸ تا از این‌ها دارد.
provider-refused-prove-it = ارائه‌دهنده از شما نخواست وارد شوید، پس این چیزی را نشان نمی‌دهد. آنجا دوباره وارد شوید یا از راه دیگری نشان دهید.
provider-refused-registration-closed = اینجا کسی نمی‌تواند حساب بسازد.
provider-refused-unavailable = سرور بسیار پرکار است. اندکی بعد دوباره بکوشید.
provider-refused-busy = سرور بسیار پرکار است. اندکی بعد دوباره بکوشید.
provider-visit-added = از این پس شما را وارد می‌کند.
provider-visit-proved = دوباره وارد شدید. اکنون آنچه می‌خواستید بکنید.
provider-leaves = این شما را از صفحه بیرون می‌برد و آنچه نوشته‌اید از دست می‌رود.
provider-refused-bad-sign-in = ارائه‌دهنده از شما نپرسید که هستید. آنجا دوباره وارد شوید یا از راه دیگری آن را نشان دهید.
provider-refused-over = رفتن به ارائه‌دهنده ناتمام ماند یا بیش از اندازه طول کشید. از نو آغاز کنید.
sign-in-recovery = با کد بازیابی
sign-in-recovery-text = یکی از ده کدی که هنگام ساختن حساب نگه داشتید. هر کد یک بار کار می‌کند.
sign-in-device = با کد دستگاهی دیگر
sign-in-device-text = روی دستگاهی که در آن وارد شده‌اید «حساب شما» را باز کنید و «افزودن دستگاه» را بزنید.
sign-in-none = هنوز حساب ندارید؟
passkey-none-https = گذرکلیدها فقط در صفحه‌های https کار می‌کنند و این صفحه از آن‌ها نیست.
passkey-none-browser = این مرورگر گذرکلید ندارد.
passkey-none-server = این سرور در این نشانی گذرکلید ارائه نمی‌کند.
passkey-cancelled = گذرکلیدی به کار نرفت: لغو شد یا زمانش گذشت.
passkey-known = این دستگاه از پیش گذرکلیدی برای حساب شما دارد.
passkey-address = مرورگر در این نشانی گذرکلید را نمی‌پذیرد.
passkey-unfit = این دستگاه نمی‌تواند چنین گذرکلیدی را نگه دارد.

register-text = بازی‌ها، معماها، بررسی‌ها و تنظیمات شما به‌عنوان مهمان می‌مانند. نشانی ایمیل لازم نیست.
register-name-text = به بازیکنان دیگر نشان داده می‌شود. هر ۳۰ روز یک بار می‌توانید تغییرش دهید.
register-passkey = ساختن حساب با گذرکلید
register-passkey-text = دستگاه شما گذرکلید را نگه می‌دارد و با اثر انگشت، چهره یا قفل صفحه باز می‌کند. چیزی برای به خاطر سپردن نیست.
register-password = به‌جای آن گذرواژه به کار ببرید
register-provider = ساختن حساب با { $provider }
register-password-go = ساختن حساب با گذرواژه
register-impossible = پس در این نشانی نمی‌توان حساب ساخت. می‌توانید به‌عنوان مهمان بازی کنید.
register-closed = در این سایت کسی نمی‌تواند حساب بسازد. می‌توانید به‌عنوان مهمان بازی کنید.
register-invitation = دعوت
register-invitation-text = ساختن حساب در اینجا با دعوت است: کدی که گرداننده به شما داده است.
register-known = حساب دارید؟
register-done = حساب شما آماده است
register-go = آن‌ها را نگه داشتم

codes-text = این کدهای بازیابی را در جای امنی نگه دارید. اگر دستگاه‌هایتان گم شوند با یکی از آن‌ها وارد می‌شوید. هر کد یک بار کار می‌کند و دوباره نشان داده نمی‌شوند.
codes-file = کدهای بازیابی { $name } در { $site }. هر کد یک بار کار می‌کند.
codes-save = دانلود
codes-print = چاپ
codes-left = { $n ->
    [0] هیچ کد بازیابی نمانده است.
    [one] { $n } کد بازیابی مانده است.
   *[other] { $n } کد بازیابی مانده است.
}
codes-renew = ساختن کدهای تازه
codes-renew-text = آن‌گاه کدهای پیشین دیگر کار نمی‌کنند.
codes-renewed = این‌ها کدهای تازهٔ شما هستند؛ کدهای پیشین دیگر کار نمی‌کنند.

proof-title = دوباره وارد شوید
proof-text = ابتدا دوباره وارد شوید تا کس دیگری نتواند این کار را روی دستگاه شما انجام دهد.

account-none = شما مهمان هستید. حساب، نام و بازی‌های شما را روی هر دستگاهی نگه می‌دارد.
account-since = حساب از { $date }.
account-games = بازی‌ها و نتیجه‌های شما
account-studies = بررسی‌های شما
account-name-text = به بازیکنان دیگر نشان داده می‌شود، در بازی‌های پایان‌یافته و گفت‌وگو هم. هر ۳۰ روز یک بار می‌توانید تغییرش دهید.
account-name-kept = نام خود «{ $name }» را دوباره از { $date } می‌توانید تغییر دهید.

account-providers = سایت‌هایی که شما را وارد می‌کنند
provider-add = افزودن { $provider }
provider-removed = دیگر شما را وارد نمی‌کند.
provider-unused = از { $created }، هنوز به کار نرفته
provider-used = از { $created }، آخرین بار { $used }
provider-remove = برداشتن { $provider }، از { $created }
provider-gone = این سایت دیگر کسی را در اینجا وارد نمی‌کند.
account-passkeys = گذرکلیدها
passkeys-empty = گذرکلیدی ندارید.
passkey-unused = از { $created }، هنوز به کار نرفته
passkey-used = از { $created }، آخرین کاربرد { $used }
passkey-label = نامی برای آن، مثل «گوشی»
passkey-add = افزودن گذرکلید
passkey-added = گذرکلید افزوده شد.
passkey-remove = حذف گذرکلید { $label }
passkey-removed = گذرکلید حذف شد. آن را از دستگاه خود هم پاک کنید.

password-new = گذرواژهٔ تازه
password-set = گذاشتن گذرواژه
password-change = تغییر گذرواژه
password-saved = گذرواژهٔ تازه از همین حالا معتبر است.
password-remove = حذف گذرواژه
password-removed = گذرواژه حذف شد.
account-codes = کدهای بازیابی

account-devices = دستگاه‌ها
device-this = همین دستگاه
device-seen = آخرین بازدید { $date }
device-end-of = خروج از { $label }
device-ended = آن دستگاه خارج شد.
devices-end = خروج از همه‌جای دیگر
devices-ended = همهٔ دستگاه‌ها و برنامه‌های دیگر بیرون رفتند.
device-add = افزودن دستگاه
device-code-text = روی دستگاه دیگر { $address } را باز کنید و این کد را تا ۵ دقیقه وارد کنید:
device-code-qr = یا این را با دوربینش اسکن کنید

account-tokens = برنامه‌ها
tokens-text = توکن به برنامه‌ای، مثل ربات یا اسکریپت شما، اجازه می‌دهد به نام شما کار کند. حساب شما را نمی‌تواند تغییر دهد.
token-scope-read = خواندن بازی‌های شما
token-scope-play = بازی به نام شما
token-expires = تا { $date }
token-remove = حذف توکن { $label }
token-removed = توکن دیگر کار نمی‌کند.
token-once = توکن را همین حالا کپی کنید: دوباره نشان داده نمی‌شود.
token-new = توکن تازه
token-label = برای چیست
token-scopes = چه کاری مجاز است
token-days = مدت اعتبار
token-day-count = { $n ->
    [one] { $n } روز
   *[other] { $n } روز
}
token-create = ساختن توکن

account-bot = ربات
bot-text = ربات خودش بازی می‌کند، از راه برنامه‌ای که توکن دارد. نامش همه‌جا این را می‌گوید، جدول برترین‌های خودش را دارد و فقط در مسابقه‌هایی شرکت می‌کند که ربات‌ها را می‌پذیرند.
bot-make = تبدیل این حساب به حساب ربات
bot-for-good = این کار برگشت‌پذیر نیست، و فقط حسابی که بازی نکرده است ربات می‌شود.
bot-go = ربات شود
bot-done = این حساب اکنون حساب ربات است.
bot-since = حساب ربات از { $date }. نامش همه‌جا این را می‌گوید.

account-data = داده‌های شما
data-text = هر آنچه این سرور از شما دارد در یک پرونده: حساب، بازی‌ها، گفت‌وگو و بررسی‌های شما روی سرور. بررسی‌های این مرورگر، تنظیمات و معماهای حل‌شده فقط همین‌جا هستند.
data-download = دانلود همه
data-saved = پرونده در دانلودهای شماست.
delete-title = حذف حساب
delete-text = نام شما، گذرکلیدها، دستگاه‌ها و توکن‌ها فوراً حذف می‌شوند و بازگرداندنی نیستند. بازی‌های پایان‌یافته بدون نام شما می‌مانند.
delete-name = برای تأیید { $name } را بنویسید
delete-go = حذف حساب من
register-terms = شرایط برای همهٔ افراد اینجا برقرار است.

account-email = ایمیل
email-text = با نشانی ایمیل، اگر همهٔ چیزهای دیگر را گم کنید، می‌توانید وارد شوید و اعلان بگیرید. کس دیگری آن را نمی‌بیند.
email-address = نشانی ایمیل
email-new = نشانی دیگر
email-send = فرستادن کد
email-sent = کدی به { $address } فرستاده شد. تا یک ساعت اعتبار دارد.
email-waiting = در انتظار کدی که فرستاده شد به
email-code = کد درون ایمیل
email-confirm = تأیید
email-confirmed = نشانی تأیید شد.
email-remove = برداشتن نشانی
email-removed = نشانی برداشته شد.
email-notices = برایم ایمیل بفرست
email-notice-proposed = وقتی کسی بازی پیشنهاد می‌کند
email-notice-soon = وقتی بازی قرارگذاشته‌ای تا ده دقیقهٔ دیگر آغاز می‌شود
email-notice-turn = وقتی نوبت من است و یک روز نبوده‌ام
email-notice-decision = وقتی ناظران دربارهٔ من تصمیمی می‌گیرند
email-always = ورودهای تازه و تغییر راه‌های ورود همیشه فرستاده می‌شود.
email-language = زبان ایمیل‌ها
email-saved = ذخیره شد.

sign-in-email = با کدی در ایمیل
sign-in-email-text = اگر حسابی این نشانی را داشته باشد، کدی می‌گیرد. این کد همهٔ دستگاه‌های دیگر را خارج می‌کند.
sign-in-email-sent = اگر حسابی این نشانی را داشته باشد، کد در راه است. آن را اینجا وارد کنید یا پیوند درون ایمیل را باز کنید.
unsubscribe-title = توقف این ایمیل‌ها
unsubscribe-text = دیگر چنین ایمیل‌هایی نمی‌گیرید. پس از ورود می‌توانید در همین صفحه دوباره روشنشان کنید.
unsubscribe-go = متوقف کن
unsubscribe-done = دیگر چنین ایمیل‌هایی نمی‌گیرید.
