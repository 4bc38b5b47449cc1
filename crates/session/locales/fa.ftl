# What is said in a game, in Persian. Not checked by a native reader yet: see web/src/locale/GLOSSARY.md.

## Why an intent is rejected

reject-engine-draw-again = رایانه همین الان تساوی را نپذیرفت. پیش از پیشنهاد دوباره، حرکتی کنید.
reject-engine-draw-werera = رایانه پیش از آغاز نوبت‌ها با تساوی موافقت نمی‌کند.
reject-impossible = این کار اینجا شدنی نیست.
reject-sign-in = اول وارد شوید یا نامی انتخاب کنید.
reject-engine-side = رایانه با { $side } بازی می‌کند.
reject-not-your-side = شما با { $side } بازی نمی‌کنید.
reject-spectators-only = فقط تماشاگران می‌توانند حرکت نشان دهند.
reject-own-seek = این درخواست خود شماست: بازیکن دیگری باید آن را بپذیرد.
reject-others = این از آنِ مهمان دیگری است.
reject-engine-turn = نوبت رایانه است.
reject-other-turn = نوبت طرف دیگر است.
reject-intent-id = درخواست شناسه‌ای با ۱ تا { $bytes } نویسهٔ دیدنی لازم دارد.
reject-intent-unreadable = درخواست خوانده نشد: { $problem }.
reject-unknown-event = رویداد { $base } هنوز وجود ندارد: آخرین رویداد { $last } است.
reject-stale = در این میان حرکتی پس گرفته شد. دوباره نگاه کنید.
reject-target-left = مهره‌ای که می‌خواستید بزنید از { $cell } رفته است.
reject-target-taken = خانهٔ { $cell } لحظه‌ای پیش از حرکت شما پر شد.
reject-game-full = این بازی { $count } رویداد دارد و حرکت دیگری نمی‌پذیرد: پیشنهاد تساوی بدهید یا تسلیم شوید.
reject-retractions = در هر دقیقه { $count } بار می‌توان مهره را پس گرفت. لحظه‌ای صبر کنید.
reject-chat-full = این بازی { $count } پیام دارد و پیام دیگری نمی‌پذیرد.
reject-seed = بذر حداکثر { $bytes } بایت در یک سطر است.
reject-no-seed = تاس‌های این بازی منتظر بذری نیستند.
reject-premove-count = حداکثر { $count } حرکت را می‌توان از پیش آماده کرد.
reject-premove = `{ $played }` را در این وضعیت نمی‌توان از پیش آماده کرد.
reject-premove-own-turn = نوبت شماست: حالا حرکت کنید.
reject-no-takeback = حرکتی ندارید که پس بگیرید.
reject-takeback-limit = در یک بازی حداکثر { $count } حرکت را می‌توان پس گرفت.
reject-abort-late = هر دو طرف حرکت کرده‌اند: می‌توانید تسلیم شوید، ولی نمی‌توانید بازی را لغو کنید.
reject-no-clock = این بازی ساعتی ندارد که به آن وقت افزوده شود.
reject-no-ready = بازی منتظر آماده شدن بازیکنان نیست.
reject-offered = این را پیش‌تر پیشنهاد کرده‌اید.
reject-rematch-begun = بازی بعدی آغاز شده است.
reject-over = بازی تمام شده است.
reject-turns-begun = بازیکنان دیگر به نوبت بازی می‌کنند.
reject-not-over = این بازی هنوز تمام نشده است.
reject-nothing-to-decline = چیزی برای رد کردن نیست.
reject-claim-own-turn = نوبت شماست: پیش از درخواست، حرکت کنید.
reject-claim-unwinnable = آنچه برایتان مانده برای برد کافی نیست: تساوی بخواهید.
reject-claim-early = طرف دیگر هنوز به اندازهٔ کافی غایب نبوده است.
reject-rematch-too-fast = بازی‌ها را بیش از حد تند آغاز می‌کنید. لحظه‌ای صبر کنید.
reject-rematch-failed = بازی بعدی آغاز نشد. لحظه‌ای دیگر دوباره بکوشید.
reject-ruleset-removed = در اینجا دیگر بازی تازه‌ای با این قواعد ارائه نمی‌شود.
reject-engines-busy = رایانه سرگرم بازی‌های زیادی است. لحظه‌ای دیگر دوباره بکوشید.

reject-busy = سرور مشغول است. لحظه‌ای دیگر دوباره بکوشید.
reject-disk-full = دیسک سرور پر است و چیزی تغییر نکرد. بعداً دوباره بکوشید.
reject-not-stored = سرور نتوانست این را ذخیره کند. لحظه‌ای دیگر دوباره بکوشید.

## Why a chat message or a demonstration is rejected

reject-no-guest = چنین مهمانی نیست.
reject-no-preset = پیام آمادهٔ `{ $preset }` وجود ندارد.
reject-text-or-preset = یا `text` بفرستید یا `preset`.
reject-text-length = پیام ۱ تا { $characters } نویسه در یک سطر است.
reject-chat-too-fast = پیام‌ها را بیش از حد تند می‌فرستید. لحظه‌ای صبر کنید.
reject-demo-pieces = حداکثر { $count } مهره را می‌توان هم‌زمان نشان داد.
reject-demo-cells = مهره از خانهٔ خود به خانهٔ دیگری از صفحه نشان داده می‌شود.
reject-demo-others = { $count } نفر دیگر در حال نشان دادن حرکت‌اند.
reject-demo-too-fast = حرکت‌ها را بیش از حد تند نشان می‌دهید. لحظه‌ای صبر کنید.

## Why a request is refused, and what to do

error-request = به این درخواست نمی‌توان پاسخ داد: { $problem }.
error-missing = { $what ->
    [game] بازی `{ $id }` وجود ندارد.
    [seek] بازی باز `{ $id }` وجود ندارد.
    [event] مسابقه‌ای به نام `{ $id }` نیست.
    [appointment] قراری به نام `{ $id }` نیست.
    [player] بازیکن `{ $id }` وجود ندارد.
    [course] درس `{ $id }` وجود ندارد.
    [puzzle] معمای `{ $id }` وجود ندارد.
    [ruleset] قوانینی به نام `{ $id }` وجود ندارد.
    [review] بازی `{ $id }` هنوز بازبینی نشده است.
   *[page] در `{ $id }` چیزی نیست.
}
error-ruleset = این قوانین را نمی‌توان به کار برد: { $problem }.
error-ruleset-changed = قوانین `{ $instance }` از آغاز این بازی تغییر کرده است.
error-position = این وضعیت درست نیست: { $problem }.
error-broken-game = بازی خوانده نشد: { $problem }.
error-token = ورود شما دیگر معتبر نیست.
error-too-fast = در زمانی کوتاه بیش از حد درخواست شد. لحظه‌ای صبر کنید.
error-unavailable = اکنون نمی‌توان بازی‌ها را خواند یا نوشت. لحظه‌ای دیگر دوباره بکوشید.
error-draining = سرور به‌زودی می‌ایستد. لحظه‌ای دیگر دوباره بکوشید.
error-internal = در سرور خطایی رخ داد.
error-too-long = بازی‌ها بیشتر از آن است که به‌موقع جست‌وجو شود.
error-host = این سرور برای `{ $host }` پاسخ نمی‌دهد.
error-origin = صفحه‌های `{ $origin }` اجازهٔ این کار را ندارند.
error-too-many-seeks = حداکثر { $count } بازی شما می‌تواند هم‌زمان منتظر حریف باشد.
error-too-many-events = هم‌زمان حداکثر { $count } مسابقهٔ پیش رو می‌توانید داشته باشید.
error-event = { $why ->
    [full] ظرفیت مسابقه پر است.
    [closed] ثبت‌نام این مسابقه بسته است.
    [joined] شما از پیش شرکت کرده‌اید.
    [absent] شما در این مسابقه شرکت ندارید.
    [bye] استراحت در این دور ممکن نیست: در مسابقهٔ سوئیسی یک بار، برای دوری بعدی که آخرین نباشد.
    [started] مسابقه آغاز شده است.
   *[over] مسابقه پایان یافته است.
}
error-appointment = { $why ->
    [own] این پیشنهاد خودتان است؛ بازیکن دیگر به آن پاسخ می‌دهد.
    [anyone] این پیشنهاد برای همه باز است؛ از آن بگذرید، نیازی به رد کردن نیست.
    [time] این زمان از زمان‌های پیشنهادی نیست، یا گذشته است.
    [changes] این قرار بیش از اندازه تغییر کرده است. قرار تازه‌ای بگذارید.
    [many] قرارهای باز یا لغوشده در یک ساعت گذشته بسیارند. بگذارید به آن‌ها پاسخ داده شود.
   *[over] این قرار تمام شده است.
}
error-too-many-followed = حداکثر { $count } بازیکن را می‌توان دنبال کرد.
error-seek-taken = بازیکن دیگری زودتر رسید: بازی آغاز شده است.
error-rated-needs-account = بازی‌های رده‌بندی‌دار برای کسانی است که حساب دارند. حسابی بسازید یا بدون رده‌بندی بازی کنید.
error-rated-without-clock = بازی رده‌بندی‌دار به ساعت یا به چند روز برای هر حرکت نیاز دارد.
error-rated-position = بازی رده‌بندی‌دار از وضعیت آغازین قواعد خود شروع می‌شود.
error-rated-too-often = شما دو نفر در یک روز { $count } بازی رده‌بندی‌دار کرده‌اید. بدون رده‌بندی ادامه دهید یا روز دیگری بازی کنید.
error-engine-game = بازی شما میان رایانه‌ها `{ $id }` در جریان است. وقتی تمام شود یا کسی آن را تماشا نکند، بازی دیگری می‌تواند آغاز شود.
error-over = بازی تمام شده است و چیزی برای جست‌وجو نیست.
error-not-over = فقط بازی تمام‌شده را می‌توان بازبینی کرد.
error-no-push = این سرور پیام نمی‌فرستد.
error-endpoint-taken = این پیام‌ها از آنِ مهمان دیگری است.
error-solution = این حرکت همان پاسخ است.
error-name-length = نام ۱ تا { $count } نویسه دارد.
error-name-line = نام در یک سطر و بدون نویسه‌های کنترلی است.
error-name-invisible = نام نویسهٔ نادیدنی ندارد؛ اینجا { $code } هست.
error-name-blank = نام دست‌کم یک نویسهٔ دیدنی دارد.
error-name-marks = در نام، روی هر حرف حداکثر { $count } نشانه هست.
error-name-engine = نام‌هایی مانند `{ $name }` از آنِ رایانه است.
error-name-taken = این نام، یا نامی مانند آن، از آنِ کس دیگری است.
error-has-account = این مهمان از پیش حساب دارد.
error-no-account = این کار حسابی می‌خواهد که وارد آن شده باشید.
error-renamed-lately = نام را هر { $days } روز یک بار می‌توان عوض کرد.
error-sign-in = با این نمی‌توان وارد شد: نام و آنچه آن را ثابت می‌کند با هم جور نیستند.
error-prove-it = برای این کار یک بار دیگر وارد شوید: ورودی از دقیقه‌های گذشته لازم است.
error-passkey = کلید عبور جور نیست: { $problem }.
error-passkeys-off = کلیدهای عبور به سایتی با https و نام نیاز دارند که گرداننده با `--public-url` تنظیم می‌کند.
error-passwords-off = این سایت گذرواژه نمی‌پذیرد.
error-password-length = گذرواژه دست‌کم { $least } نویسه و دست‌بالا { $most } بایت دارد.
error-password-name = گذرواژه نباید همان نام باشد.
error-password-known = این گذرواژه از نخستین‌هایی است که آزموده می‌شوند.
error-ceremony-over = این کار بیش از اندازه طول کشید یا پیش‌تر انجام شده است؛ از نو آغاز کنید.
error-last-way = راه دیگری برای ورود به این حساب نمی‌ماند؛ نخست راه دیگری بیفزایید.
error-too-many-passkeys = این کلید عبور از پیش ثبت شده است، یا حساب { $count } کلید دارد که بیشترین است.
error-label = برچسب ۱ تا { $count } نویسه دارد.
error-scopes = یک توکن می‌تواند برخی از این‌ها را انجام دهد: { $scopes }.
error-token-days = یک توکن ۱ تا { $count } روز می‌ماند.
error-token-scope = این توکن اجازهٔ آن را ندارد.
error-name-not-own = برای پاک کردن حساب نامش را دقیقاً بنویسید.

hint-nearest = آیا منظورتان `{ $id }` است؟
hint-known = آنچه هست: { $list }.
hint-review = درخواست `POST` به همین نشانی آن را بازبینی می‌کند.
hint-identity = صفحه `GET /api/v1/me` را می‌خواهد و برنامه `POST /api/v1/guests` را.
hint-token = برنامه ژتون تازه را از `POST /api/v1/guests` می‌گیرد.
hint-fewer = کمتر بخواهید: از یک بازیکن، یک مجموعه قوانین، چند روز یا وضعیتی کمیاب‌تر.
hint-address = نشانی آن { $url } است.
hint-public-url = سرور را با نشانی‌ای که مردم به کار می‌برند (public URL) راه بیندازید.
hint-push-service = گردانندهٔ این سرور می‌تواند با `--push-service` اجازه دهد.

## Hints, and why a side may pass

hint-batch-full = دستهٔ { $side } پر شد: آن را تمام کنید تا طرف دیگر حرکت کند.
hint-werera-check = { $king } { $side } کیش است: { $side } باید اول کیش را رفع کند.
hint-one-roll = { $king } { $side } کیش است و باید با همین تاس رها شود.
pass-no-move-with-roll = با این تاس حرکت مجازی نیست.
pass-no-move = حرکت مجازی نیست.
pass-allowed = می‌توانید نوبت را رد کنید.

## Events of a game

event-start = بازی آغاز شد.
event-ready = { $side } آماده است.
event-move = { $side } بازی کرد: { $san }.
event-retract = { $side } حرکت {"\u2066"}{ $from }–{ $to }{"\u2069"} را پس گرفت.
event-batch-ended = { $side } چیدن را تمام کرد.
event-werera-capture = { $side } مهره‌ای زد: وررا تمام شد.
event-werera-agreed = بازیکنان توافق کردند که به نوبت بازی کنند.
event-werera-clock = وقت وررا تمام شد.
event-werera-budget = هر دو طرف همهٔ حرکت‌های وررای خود را انجام دادند.
event-throw = { $side } تاس ریخت: { $face }.
event-pass = { $side } نوبت را رد کرد.
event-resign = { $side } تسلیم شد.
event-offer = { $offer ->
    [draw] { $side } پیشنهاد تساوی می‌دهد.
    [takeback] { $side } می‌خواهد حرکتی پس گرفته شود.
    [turns] { $side } پیشنهاد می‌کند به نوبت بازی کنید.
   *[rematch] { $side } بازی دوباره پیشنهاد می‌کند.
}
event-decline = { $offer ->
    [draw] { $side } تساوی را نپذیرفت.
    [takeback] { $side } پس گرفتن را نپذیرفت.
    [turns] { $side } می‌خواهد به چیدن ادامه دهد.
   *[rematch] { $side } بازی دوباره را نپذیرفت.
}
event-takeback = یک حرکت { $side } با توافق پس گرفته شد.
event-draw = بازیکنان بر تساوی توافق کردند.
event-abort = { $side } بازی را لغو کرد.
event-abort-unstarted = لغو شد: کسی به‌موقع حرکت نکرد.
event-claim = { $result ->
    [draw] { $side } تساوی می‌خواهد: طرف دیگر رفته است.
   *[win] { $side } برد می‌خواهد: طرف دیگر رفته است.
}
event-flag = وقت { $side } تمام شد.
event-time-added = { $side } { $seconds } ثانیه وقت گرفت.
event-outage = سرور { $seconds } ثانیه از کار افتاده بود؛ ساعت‌ها متوقف شدند.
event-seeds = هر دو بازیکن بذر خود را برای تاس‌ها دادند.
event-contest = هر دو بازیکن همان خانه را انتخاب کردند. { $side } تندتر بود.
event-contest-open = هر دو بازیکن همان خانه را انتخاب کردند.
event-rematched = بازی بعدی آغاز شد.
event-unknown = چیزی رخ داد که فقط نسخهٔ تازه‌تری از رخ آن را می‌شناسد.
reject-no-moderator = این کار تنها از ناظران برمی‌آید.
reject-moderate-oneself = نمی‌توانید دربارهٔ خودتان تصمیم بگیرید.
reject-moderate-rank = دربارهٔ ناظر تنها مدیر تصمیم می‌گیرد و دربارهٔ مدیر تنها گردانندهٔ سایت.
reject-chat-timeout = فعلاً نمی‌توانید گفت‌وگو کنید. «تصمیم‌ها» در حساب شما دلیل و مدت آن را می‌گوید.
reject-play-timeout = فعلاً نمی‌توانید با دیگران بازی کنید. «تصمیم‌ها» در حساب شما دلیل و مدت آن را می‌گوید.
reject-opponent-timeout = این بازیکن اکنون نمی‌تواند بازی تازه‌ای آغاز کند.
reject-blocked = شما دو نفر نمی‌توانید با هم بازی کنید: یکی دیگری را مسدود کرده است.
reject-offer-blocked = حریف شما پیشنهادی از شما نمی‌پذیرد.
reject-chat-word = این پیام واژه‌ای دارد که اینجا مجاز نیست.
error-account-closed = این حساب بسته است. «تصمیم‌ها» دلیل آن را می‌گوید و می‌توانید یک بار پاسخ دهید.
error-no-account-to-close = این مهمان است و حسابی ندارد که بسته شود. محرومیت موقت را برگزینید.
error-reported = این را پیش‌تر گزارش کرده‌اید.
error-too-many-reports = روزی { $count } گزارش می‌توانید بفرستید. فردا دوباره بکوشید.
error-report-text = متن ۱ تا { $count } نویسه دارد.
error-report-oneself = نمی‌توانید خودتان را گزارش کنید.
error-resolved = این گزارش پیش‌تر رسیدگی شده است.
error-appealed = به این تصمیم پیش‌تر پاسخ داده شده یا لغو شده است.
error-revoked = این تصمیم پیش‌تر لغو شده است.
error-too-many-blocks = می‌توانید { $count } نفر را مسدود کنید.
