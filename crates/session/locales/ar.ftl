# What is said in a game, in Arabic. Not checked by a native reader yet: see web/src/locale/GLOSSARY.md.

## Why an intent is rejected

reject-engine-draw-again = رفض الحاسوب التعادل قبل قليل. العب نقلة قبل أن تعرضه ثانية.
reject-engine-draw-werera = لا يقبل الحاسوب التعادل قبل أن تبدأ الأدوار.
reject-impossible = لا يمكن فعل ذلك هنا.
reject-sign-in = سجّل الدخول أو اختر اسمًا أولًا.
reject-engine-side = الحاسوب يلعب في هذا الطرف: { $side }.
reject-not-your-side = أنت لا تلعب في هذا الطرف: { $side }.
reject-spectators-only = عرض النقلات للمشاهدين فقط.
reject-own-seek = هذا طلبك أنت: يجب أن يقبله لاعب آخر.
reject-others = هذا لضيف آخر.
reject-engine-turn = الدور للحاسوب.
reject-other-turn = الدور للطرف الآخر.
reject-intent-id = يحتاج الطلب إلى معرّف من 1 إلى { $bytes } من الرموز الظاهرة.
reject-intent-unreadable = تعذرت قراءة الطلب: { $problem }.
reject-unknown-event = الحدث { $base } غير موجود بعد: آخر حدث هو { $last }.
reject-stale = جرى التراجع عن نقلة في هذه الأثناء. انظر إلى الرقعة من جديد.
reject-target-left = غادرت القطعة التي أردت أسرها المربع { $cell }.
reject-target-taken = شُغل المربع { $cell } قبل نقلتك بلحظة.
reject-game-full = بلغت أحداث المباراة { $count } ولا تقبل مزيدًا من النقلات: اعرض التعادل أو استسلم.
reject-retractions = حد التراجع عن النقلات في الدقيقة: { $count }. انتظر لحظة.
reject-chat-full = بلغت رسائل هذه المباراة { $count } ولا تقبل المزيد.
reject-seed = البذرة سطر واحد لا يتجاوز عدد بايتاته { $bytes }.
reject-no-seed = رميات هذه المباراة لا تنتظر بذرة.
reject-premove-count = أقصى عدد من النقلات المُعدّة مسبقًا: { $count }.
reject-premove = لا يمكن إعداد `{ $played }` مسبقًا في هذه الوضعية.
reject-premove-own-turn = الدور لك: تحرك الآن.
reject-conditional-die = مع النرد لا تُعَدّ إلا النقلة التالية، لا الردود على النقلات.
reject-conditional-twice = للنقلة `{ $played }` ردّان.
reject-no-takeback = ليست لديك نقلة تتراجع عنها.
reject-takeback-limit = أقصى عدد لمرات التراجع في المباراة: { $count }.
reject-abort-late = تحرك الطرفان: يمكنك أن تستسلم، لا أن تلغي المباراة.
reject-no-clock = لا ساعة في هذه المباراة ليُضاف إليها وقت.
reject-no-vacation = لا تنتظر الإجازة إلا ساعات المباريات التي لكل نقلة فيها أيام.
reject-no-ready = المباراة لا تنتظر استعداد اللاعبين.
reject-offered = سبق أن عرضت ذلك.
reject-rematch-begun = بدأت المباراة التالية من قبل.
reject-over = انتهت المباراة.
reject-turns-begun = اللاعبان يتناوبان من قبل.
reject-not-over = لم تنتهِ هذه المباراة بعد.
reject-nothing-to-decline = ليس هناك ما يُرفض.
reject-claim-own-turn = الدور لك: تحرك قبل أن تطالب بالنتيجة.
reject-claim-unwinnable = ما بقي لك من القطع لا يكفي للفوز: طالب بالتعادل.
reject-claim-early = لم يطل غياب الطرف الآخر بما يكفي.
reject-rematch-too-fast = أنت تبدأ المباريات بسرعة زائدة. انتظر لحظة.
reject-rematch-failed = تعذر بدء المباراة التالية. حاول مجددًا بعد لحظة.
reject-ruleset-removed = لم تعد تُقام هنا مباريات جديدة بهذه القواعد.
reject-engines-busy = الحاسوب مشغول بمباريات كثيرة. حاول مجددًا بعد لحظة.

reject-busy = الخادم مشغول. حاول مجددًا بعد لحظة.
reject-disk-full = امتلأ قرص الخادم ولم يتغير شيء. حاول لاحقًا.
reject-not-stored = تعذر على الخادم حفظ ذلك. حاول مجددًا بعد لحظة.

## Why a chat message or a demonstration is rejected

reject-no-guest = لا يوجد ضيف كهذا.
reject-no-preset = لا توجد رسالة جاهزة باسم `{ $preset }`.
reject-text-or-preset = أرسل إما `text` وإما `preset`.
reject-text-length = الرسالة سطر واحد من 1 إلى { $characters } من الأحرف.
reject-chat-too-fast = أنت ترسل الرسائل بسرعة زائدة. انتظر لحظة.
reject-demo-pieces = أقصى عدد من القطع المعروضة معًا: { $count }.
reject-demo-cells = تُعرض القطعة من مربعها إلى مربع آخر على الرقعة.
reject-demo-others = عدد من يعرضون نقلات الآن: { $count }.
reject-demo-too-fast = أنت تعرض النقلات بسرعة زائدة. انتظر لحظة.

## Why a request is refused, and what to do

error-request = تعذرت الإجابة عن الطلب: { $problem }.
error-missing = { $what ->
    [game] لا توجد مباراة `{ $id }`.
    [seek] لا توجد مباراة مفتوحة `{ $id }`.
    [event] لا توجد بطولة `{ $id }`.
    [appointment] لا يوجد موعد `{ $id }`.
    [study] لا توجد دراسة `{ $id }`، أو أنها غير مشتركة معك.
    [club] لا يوجد نادٍ `{ $id }`.
    [player] لا يوجد لاعب `{ $id }`.
    [course] لا يوجد درس `{ $id }`.
    [puzzle] لا يوجد لغز `{ $id }`.
    [ruleset] لا توجد قواعد باسم `{ $id }`.
    [review] لم تُراجَع المباراة `{ $id }` بعد.
   *[page] لا شيء في `{ $id }`.
}
error-ruleset = لا يمكن استعمال هذه القواعد: { $problem }.
error-ruleset-changed = تغيرت قواعد `{ $instance }` منذ بدأت هذه المباراة.
error-position = هذه الوضعية غير صحيحة: { $problem }.
error-broken-game = تعذرت قراءة المباراة: { $problem }.
error-token = انتهى تسجيل دخولك.
error-too-fast = طلبات كثيرة في وقت قصير. انتظر لحظة.
error-unavailable = لا يمكن الآن قراءة المباريات ولا كتابتها. حاول مجددًا بعد لحظة.
error-draining = الخادم على وشك التوقف. حاول مجددًا بعد لحظة.
error-internal = حدث خطأ في الخادم.
error-too-long = المباريات أكثر من أن يُبحث فيها في الوقت المتاح.
error-host = هذا الخادم لا يجيب عن `{ $host }`.
error-origin = لا يُسمح بهذا لصفحات `{ $origin }`.
error-too-many-seeks = أقصى عدد من مبارياتك التي تنتظر خصمًا معًا: { $count }.
error-too-many-events = لا يمكن أن يكون لك أكثر من { $count } من البطولات القادمة في آن واحد؛ ويُحسب اللعب المتزامن حتى نهايته.
error-event = { $why ->
    [full] اكتمل عدد لاعبي البطولة.
    [closed] أُغلق باب الانضمام إلى هذه البطولة.
    [joined] أنت مشارك بالفعل.
    [absent] لست مشاركًا في هذه البطولة.
    [bye] لا يمكن الإعفاء من هذه الجولة: في البطولة السويسرية إعفاء واحد، لجولة لاحقة غير الأخيرة.
    [bots] هذه البطولة للأشخاص فقط.
    [started] بدأت البطولة بالفعل.
    [removed] لم يقبل المضيف مشاركتك.
    [early] عدد المشاركين لا يكفي للبدء قبل الموعد.
    [waiting] لم تبدأ البطولة بعد.
   *[over] انتهت البطولة.
}
error-appointment = { $why ->
    [own] هذا اقتراحك أنت: اللاعب الآخر هو من يجيب عنه.
    [anyone] هذا العرض مفتوح للجميع: يُترك ولا يُرفض.
    [time] هذا الوقت ليس من الأوقات المقترحة، أو قد فات.
    [changes] تغيّر هذا الموعد مرات كثيرة. أنشئ موعدًا جديدًا.
    [many] المواعيد المفتوحة أو الملغاة خلال الساعة الأخيرة كثيرة. انتظر حتى يُجاب عنها.
   *[over] انتهى هذا الموعد.
}
error-study = { $why ->
    [account] سجّل الدخول إلى حساب لحفظ الدراسات على الموقع.
    [name] يتكوّن الاسم من حرف واحد إلى { $count } حرفًا في سطر واحد.
    [text] أقصى طول للتعليق: { $count } حرفًا.
    [chapters] أقصى عدد لفصول الدراسة: { $count }. احذف فصلًا أو ابدأ دراسة أخرى.
    [moves] أقصى عدد لنقلات الفصل مع كل التفريعات: { $count }. ابدأ فصلًا آخر.
    [depth] أقصى عدد لنقلات الخط: { $count }.
    [games] أقصى عدد للمباريات التي تُقرأ معًا: { $count }.
    [many] أقصى عدد للدراسات: { $count }. احذف واحدة أولًا.
    [members] أقصى عدد لمن تُشارَك معهم الدراسة: { $count }.
    [owner] هذه الدراسة لك.
   *[full] امتلأت هذه الدراسة: ابدأ دراسة أخرى.
}
error-club = { $why ->
    [about] أقصى طول للنص عن النادي: { $count } حرفًا.
    [text] تتكوّن المشاركة من حرف واحد إلى { $count } حرفًا.
    [members] هذا لأعضاء النادي.
    [officers] لا يفعل هذا إلا مالكو النادي ومسؤولوه.
    [owners] لا يفعل هذا إلا مالك النادي.
    [rank] يقرّر المسؤولون بشأن الأعضاء، والمالكون بشأن المسؤولين أيضًا.
    [removed] أُزلتَ من هذا النادي. يمكن لمسؤوليه أن يسمحوا لك بالانضمام مجددًا.
    [invite] يقبل هذا النادي من لديهم رابط دعوته.
    [last-owner] اجعل شخصًا آخر مالكًا أولًا.
    [owned] يمكنك امتلاك { $count } من الأندية كحد أقصى.
    [joined] يمكنك الانضمام إلى { $count } من الأندية كحد أقصى، مع ما طلبته منها.
    [full] يقبل النادي { $count } شخصًا كحد أقصى.
    [replies] تقبل المشاركة { $count } ردًا كحد أقصى. ابدأ مشاركة جديدة.
    [kept] اسم هذا النادي أعطاه مشرف، فهو ثابت.
    [changed] سبقك شخص آخر: انظر مرة أخرى.
    [event] هذه البطولة لأعضاء ناديها.
   *[post] هذه المشاركة لم تعد موجودة.
}
error-too-many-followed = أقصى عدد من اللاعبين الذين يمكن متابعتهم: { $count }.
error-seek-taken = سبقك لاعب آخر: بدأت المباراة.
error-rated-needs-account = المباريات المصنَّفة لمن لديه حساب. أنشئ حسابًا، أو العب بلا تصنيف.
error-rated-without-clock = المباراة المصنَّفة تحتاج إلى ساعة، أو إلى أيام لكل نقلة.
error-rated-position = تبدأ المباراة المصنَّفة من وضع البداية في قواعدها.
error-rated-odds = المباراة التي يختلف فيها وقت الطرفين لا تُصنَّف.
error-rated-not-for-bots = لا يستطيع لاعب آلي قبول طلب مصنَّف أو عرض مفتوح من شخص. العب بلا تصنيف، أو اطلب منه مباراة مصنَّفة.
error-rated-too-often = لعبتما معًا { $count } مباراة مصنَّفة في يوم واحد. واصلا بلا تصنيف، أو في يوم آخر.
error-engine-game = مباراتك بين حاسوبين `{ $id }` جارية. حين تنتهي أو لا يبقى من يشاهدها يمكن أن تبدأ غيرها.
error-over = انتهت المباراة، فلا شيء يُبحث فيه.
error-not-over = لا تُراجَع إلا مباراة منتهية.
error-no-push = هذا الخادم لا يرسل رسائل.
error-endpoint-taken = هذه الرسائل لضيف آخر.
error-solution = هذه النقلة هي الحل.
error-name-length = الاسم من 1 إلى { $count } من الأحرف.
error-name-line = الاسم سطر واحد بلا رموز تحكم.
error-name-invisible = لا تكون في الاسم رموز خفية، وهنا { $code }.
error-name-blank = في الاسم حرف ظاهر واحد على الأقل.
error-name-marks = أقصى عدد من العلامات على حرف في الاسم: { $count }.
error-name-engine = الأسماء مثل `{ $name }` للحاسوب.
error-name-bot = لا ينتهي اسم بـ`(bot)`: يكتب الموقع ذلك بعد أسماء اللاعبين الآليين.
error-name-taken = هذا الاسم، أو ما يشبهه، لشخص آخر.
error-has-account = لهذا الضيف حساب من قبل.
error-no-account = يتطلب هذا حسابًا سُجّل الدخول إليه.
error-renamed-lately = يمكن تغيير الاسم مرة كل { $days } يومًا.
error-sign-in = لا يصلح هذا لتسجيل الدخول: الاسم وما يثبته لا يتوافقان.
error-prove-it = سجّل الدخول مرة أخرى لتفعل هذا: يلزم تسجيل دخول في الدقائق الأخيرة.
error-passkey = مفتاح المرور لا يصلح: { $problem }.
error-passkeys-off = تحتاج مفاتيح المرور إلى موقع له https واسم، يضبطه المشغّل بـ `--public-url`.
error-passwords-off = لا يقبل هذا الموقع كلمات مرور.
error-registration-closed = لا يمكن إنشاء حسابات هنا.
error-not-invited = الحسابات هنا بدعوة، وهذا الرمز ليس دعوة أو استُعمل أو انتهى. اطلب رمزًا آخر من مشغّل الموقع.
error-provider-away = لم يقل { $provider } من أنت؛ حاول من جديد، أو سجّل الدخول بطريقة أخرى.
error-identity-taken = حساب المزوّد هذا يُدخل إلى حساب آخر هنا.
error-identity-other = حساب المزوّد هذا لا يُدخل إلى حسابك.
error-too-many-identities = للحساب من هذه { $count } على الأكثر.
error-export = لا يمكن كتابة بياناتك الآن. حاول لاحقًا.
error-password-length = لكلمة المرور { $least } حرفًا على الأقل و{ $most } بايتًا على الأكثر.
error-password-name = يجب ألا تكون كلمة المرور هي الاسم.
error-password-known = كلمة المرور هذه من أول ما يُجرَّب.
error-ceremony-over = استغرق هذا وقتًا طويلًا، أو تمّ من قبل؛ ابدأ من جديد.
error-last-way = لن يبقى ما يُسجَّل به الدخول إلى هذا الحساب؛ أضف طريقة أخرى أولًا.
error-too-many-passkeys = مفتاح المرور هذا مسجّل من قبل، أو بلغ الحساب أقصى عدد: { $count }.
error-label = للتسمية من 1 إلى { $count } حرفًا.
error-scopes = قد يفعل الرمز بعضًا من: { $scopes }.
error-token-days = يدوم الرمز من 1 إلى { $count } يومًا.
error-token-scope = لا يُسمح لهذا الرمز بذلك.
error-bot-has-played = لعب هذا الحساب، أو لديه طلبات أو مواعيد أو بطولات قد تبدأ منها مباريات. لا يصير لاعبًا آليًا إلا حساب بلا مباريات.
error-email-off = هذا الخادم لا يرسل بريدًا إلكترونيًا.
error-email-address = هذا ليس عنوان بريد إلكتروني. اكتب عنوانًا مثل almaz@mail.example.
error-email-code = لا يؤكد هذا الرمز العنوان: هو خاطئ أو مستعمل أو قديم. اطلب رمزًا جديدًا.
error-email-limit = أُرسلت اليوم رموز كثيرة إلى هذا العنوان. حاول مرة أخرى غدًا.
error-webhooks-off = هذا الخادم لا يرسل إلى خطاطيف الويب.
error-too-many-webhooks = أقصى عدد لخطاطيف الويب في الحساب: { $count }. احذف واحدًا منها أولًا.
error-name-not-own = لحذف الحساب اكتب اسمه تمامًا.

hint-nearest = هل تقصد `{ $id }`؟
hint-known = الموجود: { $list }.
hint-review = طلب `POST` إلى العنوان نفسه يبدأ مراجعتها.
hint-identity = تطلب الصفحة `GET /api/v1/me`، ويطلب البرنامج `POST /api/v1/guests`.
hint-token = يحصل البرنامج على رمز جديد من `POST /api/v1/guests`.
hint-fewer = اطلب أقل: مباريات لاعب أو قواعد أو بضعة أيام أو وضعية أندر.
hint-address = عنوانه { $url }.
hint-public-url = شغّل الخادم بالعنوان الذي يستعمله الناس (public URL).
hint-push-service = يمكن لمشغّل هذا الخادم أن يسمح بها عبر `--push-service`.
hint-webhook-url = العنوان الصحيح مثل https://bot.example/rukh: يبدأ بـ`https`، وفيه نطاق من الإنترنت العام، والمنفذ 443 أو 8443، بلا اسم مستخدم.

## Hints, and why a side may pass

hint-batch-full = اكتملت دفعة { $side }: أنهِ الدفعة ليتحرك الطرف الآخر.
hint-werera-check = { $king } { $side } في حالة كش: يجب رفع الكش أولًا.
hint-one-roll = { $king } { $side } في حالة كش، ويجب أن ينجو بهذه الرمية.
pass-no-move-with-roll = لا نقلة جائزة بهذه الرمية.
pass-no-move = لا نقلة جائزة.
pass-allowed = يجوز لك تمرير الدور.

## Events of a game

event-start = بدأت المباراة.
event-ready = { $side } مستعد.
event-move = { $side } يلعب { $san }.
event-retract = { $side } يتراجع عن {"\u2066"}{ $from }–{ $to }{"\u2069"}.
event-batch-ended = { $side } أنهى الترتيب.
event-werera-capture = { $side } أسر قطعة: انتهت الويريرا.
event-werera-agreed = اتفق اللاعبان على بدء الأدوار.
event-werera-clock = انتهى وقت الويريرا.
event-werera-budget = استنفد الطرفان نقلاتهما في الويريرا.
event-throw = رمى { $side } النرد: { $face }.
event-pass = { $side } يمرر الدور.
event-resign = استسلم { $side }.
event-offer = { $offer ->
    [draw] { $side } يعرض التعادل.
    [takeback] { $side } يطلب التراجع عن نقلة.
    [turns] { $side } يعرض بدء الأدوار.
   *[rematch] { $side } يعرض مباراة أخرى.
}
event-decline = { $offer ->
    [draw] { $side } رفض التعادل.
    [takeback] { $side } رفض التراجع.
    [turns] { $side } يريد متابعة الترتيب.
   *[rematch] { $side } رفض مباراة أخرى.
}
event-takeback = تراجع { $side } عن نقلة بالاتفاق.
event-draw = اتفق اللاعبان على التعادل.
event-abort = ألغى { $side } المباراة.
event-abort-unstarted = أُلغيت: لم يتحرك أحد في الوقت المحدد.
event-claim = { $result ->
    [draw] { $side } يطالب بالتعادل: غادر الطرف الآخر.
   *[win] { $side } يطالب بالفوز: غادر الطرف الآخر.
}
event-flag = انتهى وقت { $side }.
event-vacation = { $side } في إجازة والساعة تنتظر.
event-vacation-over = عاد { $side } من الإجازة.
event-time-added = حصل { $side } على { $seconds ->
    [zero] { $seconds } ثانية
    [one] ثانية واحدة
    [two] ثانيتين
    [few] { $seconds } ثوانٍ
    [many] المواعيد المفتوحة أو الملغاة خلال الساعة الأخيرة كثيرة. انتظر حتى يُجاب عنها.
   *[other] { $seconds } ثانية
}.
event-outage = توقف الخادم { $seconds ->
    [zero] { $seconds } ثانية
    [one] ثانية واحدة
    [two] ثانيتين
    [few] { $seconds } ثوانٍ
    [many] المواعيد المفتوحة أو الملغاة خلال الساعة الأخيرة كثيرة. انتظر حتى يُجاب عنها.
   *[other] { $seconds } ثانية
}، وأُوقفت الساعات.
event-seeds = قدّم اللاعبان بذرتيهما للرميات.
event-contest = اختار اللاعبان المربع نفسه. { $side } كان أسرع.
event-contest-open = اختار اللاعبان المربع نفسه.
event-rematched = بدأت المباراة التالية.
event-unknown = وقع حدث لا يعرفه إلا إصدار أحدث من رُخ.
reject-no-moderator = هذا للمشرفين وحدهم.
reject-moderate-oneself = لا يمكنك أن تقرر في شأن نفسك.
reject-moderate-rank = لا يقرر في شأن مشرف إلا مدير، ولا في شأن مدير إلا صاحب الموقع.
reject-chat-timeout = أنت موقوف عن الدردشة مؤقتًا. تجد السبب والمدة في «القرارات» ضمن حسابك.
reject-play-timeout = أنت موقوف عن اللعب مع الآخرين مؤقتًا. تجد السبب والمدة في «القرارات» ضمن حسابك.
reject-opponent-timeout = لا يستطيع هذا اللاعب أن يبدأ لعبة الآن.
reject-blocked = لا يمكنكما اللعب معًا: أحدكما حظر الآخر.
reject-offer-blocked = خصمك لا يقبل عروضًا منك.
reject-chat-word = في هذه الرسالة كلمة غير مسموح بها هنا.
error-account-closed = هذا الحساب مغلق. تجد السبب في «القرارات»، ويمكنك الرد مرة واحدة.
error-no-account-to-close = هذا ضيف لا حساب له فيُغلق. اختر إيقافًا مؤقتًا.
error-reported = لقد أبلغت عن هذا من قبل.
error-too-many-reports = يمكنك إرسال { $count } من البلاغات في اليوم. حاول غدًا.
error-report-text = النص من 1 إلى { $count } حرفًا.
error-report-oneself = لا يمكنك الإبلاغ عن نفسك.
error-resolved = سبق أن حُسم هذا البلاغ.
error-note-changed = دوّن مشرف آخر ملاحظة في هذه الأثناء. اقرأها ثم أضف ملاحظتك.
error-appealed = سبق الرد على هذا القرار أو إلغاؤه.
error-revoked = سبق إلغاء هذا القرار.
error-on-vacation = أنت في إجازة بالفعل. أنهها لتبدأ أخرى.
error-vacation-days = { $count ->
    [zero] لم يبق من إجازة هذه السنة يوم.
    [one] بقي من إجازة هذه السنة يوم واحد.
    [two] بقي من إجازة هذه السنة يومان.
    [few] بقيت من إجازة هذه السنة { $count } أيام.
    [many] بقي من إجازة هذه السنة { $count } يومًا.
   *[other] بقي من إجازة هذه السنة { $count } يوم.
}
error-too-many-blocks = يمكنك حظر { $count } من الأشخاص.
