# What the rules say, in Arabic. Not checked by a native reader yet: see web/src/locale/GLOSSARY.md.
# Names of pieces come with their article (piece-name) and are masculine.

side-white = الأبيض
side-black = الأسود

# A game with other rules than its usual ones.
ruleset-changed = { $name } ({ $count ->
    [one] قاعدة واحدة مغيَّرة
    [two] قاعدتان مغيَّرتان
    [few] { $count } قواعد مغيَّرة
    [many] { $count } قاعدة مغيَّرة
   *[other] { $count } قاعدة مغيَّرة
})

piece-name = ال{ $name }
list-none = لا قطعة
list-comma = { $first }، { $second }
list-and = { $first } و{ $second }
list-or = { $first } أو { $second }
sentence-pair = { $first } { $second }
sentences = { $sentences }

## Why a move or another event is refused

refusal-over = انتهت المباراة.
refusal-no-claimable-draw = لا يوجد هنا تعادل يمكن ترك المطالبة به.
refusal-not-your-turn = الدور الآن: { $side }.
refusal-roll-first = يجب رمي النرد أولًا.
refusal-no-roll = لا يُرمى النرد الآن.
refusal-no-face = ليس { $face } من أوجه النرد، فأوجهه من 1 إلى { $faces }.
refusal-no-turns-yet = لم تبدأ الأدوار بعد: تستمر الويريرا حتى أول أسر.
refusal-no-werera = لا ويريرا في هذه المباراة.
refusal-werera-over = انتهت الويريرا، واللاعبان يتناوبان الآن.
refusal-werera-spent = استنفدت نقلاتك في الويريرا. تراجع عن واحدة أو انتظر.
refusal-other-bundle = الطرف الآخر يرتب قطعه الآن.
refusal-no-bundles = في هذه الويريرا يتحرك الطرفان معًا، من دون دفعات.
refusal-bundle-in-check = { $king } في حالة كش. ارفع الكش قبل أن تنهي الترتيب.
refusal-no-cells = يجب أن يكون `{ $from }` و`{ $to }` مربعين على الرقعة.
refusal-piece-gone = لم تعد قطعتك في { $cell }.
refusal-no-undo = ليست لديك نقلة كهذه لتتراجع عنها.
refusal-undo-later-first = تحركت تلك القطعة بعد ذلك. تراجع عن نقلتها الأخيرة أولًا.
refusal-undo-piece-gone = لم تعد تلك القطعة حيث وضعتها النقلة.
refusal-undo-occupied = المربع { $cell } مشغول الآن، فلا يمكن التراجع عن النقلة.
refusal-undo-king-attacked = لو تراجعت عن هذه النقلة لصار { $king } مهدَّدًا.
refusal-no-promotion = لا قطعة تنتقل إلى { $cell } وتترقى هناك إلى `{ $letter }`.
refusal-promotion-missing = اختر القطعة التي تترقى إليها قطعتك في { $cell }.
refusal-no-pass = لا يجوز لك تمرير الدور هنا.
refusal-no-coordinates = `{ $text }` ليست نقلة. اكتب مربعين من { $first } إلى { $last }، مثل `a1c3`، ثم حرف القطعة للترقية؛ أما `--` فتمرير للدور.
refusal-no-move = `{ $text }` ليست نقلة متاحة هنا.
refusal-no-move-example = `{ $text }` ليست نقلة متاحة هنا. اكتب النقلات مثل `{ $coordinates }` أو `{ $san }`.
refusal-no-piece = لا قطعة في { $cell }.
refusal-not-yours = { $piece } في { $cell } من قطع { $owner }.
refusal-own-piece = في { $cell } قطعة من قطعك: { $piece }.

refusal-check-royal-face = { $king } في حالة كش: لا يتحرك إلا { $king }، وذلك فقط حين تسمح الرمية.
refusal-check-one-throw = { $king } { $side } ما زال في حالة كش بعد رميته الوحيدة. مرّر الدور لتنتهي المباراة.
refusal-roll-excludes = برمية { $face } لا يجوز أن يتحرك إلا { $pieces }.
refusal-roll-excludes-all = برمية { $face } لا تتحرك أي قطعة.

refusal-nowhere = { $piece } في { $cell } ليس أمامه مكان يذهب إليه.
refusal-blocked = { $piece } في { $cell } محاصر: لا مربع يستطيع الانتقال إليه الآن.
refusal-only-immune = لا يصل { $piece } من { $cell } إلا إلى قطعة لا يجوز له أسرها: { $victim }.
refusal-immune = لا يجوز أن يأسر { $piece } هذه القطعة: { $victim }.
refusal-king-immune = لا يمكن أسر { $king }.
refusal-move-only = { $piece } من { $from } لا يأسر في { $to }، بل ينتقل إليه فقط.
refusal-capture-only = { $piece } من { $from } لا يذهب إلى { $to } إلا ليأسر.
refusal-hurdle = ليصل { $piece } إلى { $to } يجب أن يقفز فوق قطعة واحدة بالضبط.
refusal-in-the-way = لا يستطيع { $piece } بلوغ { $to }: في طريقه قطعة على { $cell } ({ $blocker }).
refusal-no-such-way = { $piece } لا ينتقل من { $from } إلى { $to }. { $movement }

refusal-castling-phase = لا تبييت في هذه المرحلة من المباراة.
refusal-castling-lost = لم يعد هذا التبييت جائزًا: فقد تحرك { $king } أو { $rook }.
refusal-castling-blocked = للتبييت يجب أن تكون المربعات بين { $king } و{ $rook } خالية.
refusal-castling-attacked = لا يجوز أن يبيّت { $king } وهو في حالة كش، ولا عبر مربع مهدَّد، ولا إلى مربع مهدَّد.

refusal-king-nowhere = لا يستطيع { $king } أن يتحرك: كل مربع قد يذهب إليه مهدَّد.
refusal-king-attacked = في { $cell } سيكون { $king } مهدَّدًا.
refusal-king-attacked-by = في { $cell } سيهدد { $attacker } من { $origin } قطعتك: { $king }.
refusal-check-piece = { $king } في حالة كش، ولا يستطيع { $piece } رفع الكش.
refusal-check-move = { $king } في حالة كش، وهذه النقلة لا ترفعه.
refusal-pinned = { $piece } في { $cell } مقيَّد: لو تحرك لصار { $king } مهدَّدًا.
refusal-pinned-by = { $piece } في { $cell } مقيَّد: لو تحرك لهدّد { $attacker } من { $origin } قطعتك: { $king }.

## What is wrong with a position

placed = { $place }: { $message }
fen-rank = الصف { $rank }
fen-cell = { $cell }
fen-field = { $field ->
    [placement] توزيع القطع
    [side] صاحب الدور
    [castling] التبييت
    [passed] المربعات المعبورة
    [idle] النقلات بلا أسر
    [turn] رقم الدور
   *[named] الحقل
}
fen-too-long = نص FEN أطول من { $bytes } بايت
fen-no-placement = لا توزيع للقطع هنا؛ تبدأ الوضعية كما في `{ $example }`
fen-ranks = عدد الصفوف في توزيع القطع { $ranks }، أما الرقعة فصفوفها { $wanted }
fen-files = يملأ `{ $text }` هذا العدد من المربعات: { $cells }، أما أعمدة الرقعة فعددها { $files }
fen-letter = `{ $letter }` ليس حرف قطعة؛ حروف القطع هي `{ $letters }`، وتُكتب كبيرة للأبيض
fen-not-promoted = `+{ $letter }` ليست قطعة: لا تنتج هنا قطعة حرفها `{ $letter }` من ترقية
fen-number = يجب أن يكون `{ $text }` عددًا أصغر من { $bound }
fen-side = يجب أن يكون `{ $text }` إما `w` أو `b`
fen-side-werera = يجب أن يكون `{ $text }` إما `w` أو `b`، أو `*` في الويريرا
fen-castling = يجب أن يكون `{ $text }` إما `-` أو حروفًا من `KQkq`
fen-passed = يجب أن يكون `{ $text }` إما `-` أو مربعات مثل `a4a5`
fen-no-field = `{ $text }` ليس حقلًا؛ الحقول هي `throw:4` و`lone:3,0` و`bare:5` و`bundle:w` و`phase:claimed`
setup-cell-twice = هنا قطعتان في مربع واحد
setup-kings = عدد قطع { $side } من نوع { $king } هو { $kings }، ويجب أن تكون واحدة
setup-promoted = لا يمكن أن يقف { $piece } هنا: فهو يترقى عند وصوله
setup-castling = حق التبييت `{ $right }` غير ممكن: لا يوجد هذا التبييت، أو تحرك الملك أو الرخ
setup-passed-occupied = يجب أن يكون المربع المعبور خاليًا
setup-no-long-step = لم تعبر قطعة هذا المربع بخطوة طويلة في النقلة السابقة
setup-no-die = لا يُرمى نرد في هذه اللعبة
setup-throw = الرمية { $throw }، أما أوجه النرد فمن 1 إلى { $faces }
setup-no-werera = لا ويريرا في هذه اللعبة؛ يجب أن يكون صاحب الدور `w` أو `b`
setup-no-claim = لا يمكن في هذه اللعبة المطالبة بفشل الخروج من الكش
setup-no-counter = لا تُعدّ في هذه اللعبة نقلات القطعة الوحيدة ولا النقلات بعد تجريد الملك
setup-check = { $side } في حالة كش مع أن الدور ليس له
setup-both-in-check = { $side } في حالة كش مع أن الدور ليس له، وكذلك صاحب الدور

## How a piece moves

movement-none = لا يتحرك أبدًا.
movement-ways = { $ways }.
movement-squares = { $count ->
    [1] مربعًا واحدًا
    [2] مربعين
    [few] { $count } مربعات
    [many] { $count } مربعًا
   *[other] { $count } مربعًا
}
movement-aim = { $line ->
    [any] {" "}في أي اتجاه
    [straight] { $way ->
        [any] {" "}باستقامة
       *[other] { "" }
    }
    [diagonal] {" "}قطريًا
   *[oblique] { "" }
}{ $way ->
    [forward] {" "}إلى الأمام
    [backward] {" "}إلى الخلف
    [sideways] {" "}إلى الجانب
    [forward-sideways] {" "}إلى الأمام أو الجانب
    [backward-sideways] {" "}إلى الخلف أو الجانب
    [forward-backward] {" "}إلى الأمام أو الخلف
   *[any] { "" }
}
movement-step = { $mode ->
    [capture] يأسر على بعد
   *[other] يتحرك
} { $squares }{ $aim }
movement-jump = { $mode ->
    [capture] يأسر بقفزة مقدارها
   *[other] يقفز
} { $squares }{ $aim }
movement-jump-oblique = { $mode ->
    [capture] يأسر بقفزة على شكل L
   *[other] يقفز على شكل L
}{ $aim }: { $long } باستقامة و{ $short } إلى الجانب
movement-lame = { $mode ->
    [capture] يأسر على بعد
   *[other] يتحرك
} { $squares }{ $aim }، ولكن ليس فوق قطعة
movement-lame-oblique = { $mode ->
    [capture] يأسر على بعد
   *[other] يتحرك
} { $long } باستقامة و{ $short } إلى الجانب{ $aim }، ولكن ليس فوق قطعة
movement-slide = { $mode ->
    [capture] يأسر على أي مسافة
   *[other] يتحرك أي مسافة
}{ $aim }
movement-slide-limited = { $mode ->
    [capture] يأسر على بعد لا يتجاوز
   *[other] يتحرك ما لا يتجاوز
} { $squares }{ $aim }
movement-ride = { $mode ->
    [capture] يأسر بقفزات متكررة، كل منها
   *[other] يقفز مرة بعد مرة، وكل قفزة
} { $squares }{ $aim }{ $limit }
movement-ride-oblique = { $mode ->
    [capture] يأسر بقفزات متكررة في خط واحد، كل منها
   *[other] يقفز مرة بعد مرة في خط واحد، وكل قفزة
} { $long } باستقامة و{ $short } إلى الجانب{ $aim }{ $limit }
movement-limit = { $times ->
    [0] { "" }
    [1] ، مرة واحدة على الأكثر
    [2] ، مرتين على الأكثر
    [few] ، { $times } مرات على الأكثر
    [many] ، { $times } مرة على الأكثر
   *[other] ، { $times } مرة على الأكثر
}
movement-by-jumps = { $short ->
    [0] {" "}بقفزات مقدارها { $long }
   *[other] {" "}بقفزات مقدارها { $long } و{ $short }
}
movement-by-steps = { "" }
movement-hop = { $mode ->
    [capture] يأسر على
   *[other] يتحرك
} { $distance }{ $aim }{ $jumps }{ $limit }، فوق قطعة واحدة بالضبط
movement-any-distance = أي مسافة
movement-up-to = مسافة لا تتجاوز { $squares }
movement-grasshopper = { $mode ->
    [capture] يأسر
   *[other] يتحرك
}{ $aim }{ $jumps } فوق أقرب قطعة إلى المربع الذي خلفها مباشرة
movement-bent = { $mode ->
    [capture] يأسر على بعد
   *[other] يتحرك
} { $squares }{ $aim }، ثم ينعطف إلى الخارج ويمضي باستقامة{ $stop ->
    [1] {""}
    [2] ، ولا يقف في المربع الأول أبدًا
   *[other] ، ولا يقف قبل المربع رقم { $stop } من طريقه
}

## How a game ended

outcome-checkmate = فاز { $winner }: { $king } { $loser } مات.
outcome-stalemate-loss = فاز { $winner }: ليس لدى { $loser } أي نقلة جائزة، والجمود هنا خسارة.
outcome-stalemate-win = فاز { $winner }: ليس لديه أي نقلة جائزة، والجمود هنا فوز.
outcome-stalemate-draw = تعادل بالجمود: ليس لصاحب الدور أي نقلة جائزة.
outcome-no-pseudo-move = فاز { $winner }: لا تستطيع أي قطعة من قطع { $loser } أن تتحرك، وهذا هنا خسارة.
outcome-bare-king-loss = فاز { $winner }: فقد { $king } { $loser } كل القطع الأخرى{ $counts ->
    [men-but-pawns] {" "}ما عدا البيادق
   *[all-men] { "" }
}.
outcome-bare-king-draw = تعادل: { $counts ->
    [men-but-pawns] فقد { $king } كل القطع الأخرى ما عدا البيادق
   *[all-men] فقد { $king } كل القطع الأخرى
}، ولا يموت { $king } المنفرد.
outcome-both-bare = تعادل: فقد كلا الطرفين كل القطع ولم يبقَ إلا { $king }{ $counts ->
    [men-but-pawns] {" "}والبيادق
   *[all-men] { "" }
}.
outcome-lone-man-limit = تعادل: { $moves ->
    [any] طرف لم تبقَ له إلا قطعة واحدة مع { $counts ->
        [men-but-pawns] { $king } والبيادق
       *[all-men] { $king }
    } لعب
   *[lone-man] القطعة الأخيرة الباقية مع { $counts ->
        [men-but-pawns] { $king } والبيادق
       *[all-men] { $king }
    } لعبت
} { $limit ->
    [zero] { $limit } نقلة
    [one] نقلة واحدة
    [two] نقلتين
    [few] { $limit } نقلات
    [many] { $limit } نقلة
   *[other] { $limit } نقلة
} من دون مات.
outcome-bare-count = تعادل: لم يمت { $king } المنفرد خلال { $moves ->
    [zero] { $moves } نقلة
    [one] نقلة واحدة
    [two] نقلتين
    [few] { $moves } نقلات
    [many] { $moves } نقلة
   *[other] { $moves } نقلة
}.
outcome-king-captured = فاز { $winner }: أُسر { $king } { $loser }.
outcome-failed-escape = فاز { $winner }: كان { $king } { $loser } في حالة كش، ولم تنقذه الرمية.
outcome-repetition = تعادل: تكررت الوضعية نفسها { $times ->
    [zero] { $times } مرة
    [one] مرة واحدة
    [two] مرتين
    [few] { $times } مرات
    [many] { $times } مرة
   *[other] { $times } مرة
}.
outcome-move-limit = تعادل: { $limit } من دون أسر.
outcome-move-limit-pieces = تعادل: { $limit } من دون أسر ومن دون نقلة { $pieces }.
outcome-resignation = فاز { $winner }: استسلم { $loser }.
outcome-agreement = تعادل بالاتفاق.
outcome-time = فاز { $winner }: انتهى وقت { $loser }.
outcome-time-draw = تعادل: انتهى وقت أحد اللاعبين، لكن ما بقي لخصمه من القطع لا يكفي للفوز.
outcome-abandonment-win = فاز { $winner }: غادر { $loser } المباراة.
outcome-abandonment-draw = تعادل: غادر أحد اللاعبين المباراة.
outcome-aborted = أُلغيت المباراة.
outcome-unexplained-win = فاز { $winner }.
outcome-unexplained-draw = تعادل.
outcome-recorded-win = فاز { $winner } بحسب تدوين المباراة، من دون ذكر السبب.
outcome-recorded-draw = تعادل بحسب تدوين المباراة، من دون ذكر السبب.

mate-style-poor = أسلوب ضعيف في العُرف: المات بواسطة { $piece }.
mate-style-respectable = أسلوب محترم في العُرف: المات بواسطة { $piece }.
mate-style-praised = أجمل أسلوب في العُرف: المات بواسطة { $piece }، وشارك فيه آخر مثله.

limit-moves-each = { $moves ->
    [zero] { $moves } نقلة لكل طرف
    [one] نقلة واحدة لكل طرف
    [two] نقلتان لكل طرف
    [few] { $moves } نقلات لكل طرف
    [many] { $moves } نقلة لكل طرف
   *[other] { $moves } نقلة لكل طرف
}
limit-plies = { $plies ->
    [zero] { $plies } نقلة من الطرفين معًا
    [one] نقلة واحدة من الطرفين معًا
    [two] نقلتان من الطرفين معًا
    [few] { $plies } نقلات من الطرفين معًا
    [many] { $plies } نقلة من الطرفين معًا
   *[other] { $plies } نقلة من الطرفين معًا
}

## Running counters

counter-bundle-title = الدفعة
counter-bundle = لعب { $side } من نقلات هذه الدفعة: { $value }، والحد الأقصى { $limit }.
counter-werera-moves-title = نقلات الويريرا
counter-werera-moves = لعب { $side } من نقلات الويريرا: { $value } من { $limit }.
counter-lone-piece-title = النقلات بقطعة واحدة باقية
counter-lone-piece = لم تبقَ عند { $side } إلا قطعة واحدة مع { $counts ->
    [men-but-pawns] { $king } والبيادق
   *[all-men] { $king }
}. ومن دون مات تنتهي المباراة بالتعادل متى { $moves ->
    [any] بلغت نقلات { $side } { $limit }
   *[lone-man] بلغت نقلات تلك القطعة { $limit }
}.
counter-bare-king-title = الشاه المنفرد
counter-bare-king = يجب أن يموت { $king } المنفرد قبل تمام عدد النقلات ({ $limit })، وإلا فالمباراة تعادل.
counter-repetition-title = التكرار
counter-repetition = عدد مرات ظهور هذه الوضعية: { $value }. وعند { $limit } تكون المباراة تعادلًا.
counter-move-limit-title = حد النقلات
counter-move-limit = النقلات من الطرفين معًا من دون أسر: { $value }. وعند { $limit } تكون المباراة تعادلًا.
counter-move-limit-pieces = النقلات من الطرفين معًا من دون أسر ومن دون نقلة { $pieces }: { $value }. وعند { $limit } تكون المباراة تعادلًا.

## The laws

law-opening-title = الافتتاح
law-opening-turns = يتناوب اللاعبان من البداية. أول من يتحرك: { $side }.
law-opening-live = الويريرا (مرحلة الافتتاح): يتحرك الطرفان في الوقت نفسه، من دون أدوار، وبقدر ما يشاءان، ولكل طرف أن يتراجع عن نقلاته.
law-opening-bundles = الويريرا (مرحلة الافتتاح) على دفعات: يتناوب الطرفان، ولكل منهما في دفعته عدد من النقلات من دون أسر لا يتجاوز { $bundle }، وله أن يتراجع عن نقلاته.
law-opening-end = ينهيها أول أسر؛ ويلعب بعده الطرف الذي أُسرت قطعته.
law-opening-pawns = في الويريرا تتحرك البيادق أي مسافة إلى الأمام.
law-opening-mate = { $mate ->
    [adjudicated] المات الذي يثبت في الويريرا ينهي المباراة فورًا.
   *[not-adjudicated] المات في الويريرا لا يُحتسب.
}
law-opening-budget = ينتظر الطرف متى بلغت نقلاته { $budget }؛ فإذا أتم الطرفان نقلاتهما بدأت الأدوار بالأبيض.

law-pass-title = تمرير الدور
law-pass-never = لا يجوز تمرير الدور.
law-pass-forced = من لا نقلة جائزة له يمرر الدور، وإلا وجب أن يتحرك.
law-pass-free = يجوز لك تمرير الدور.
law-pass-free-except = يجوز لك تمرير الدور، إلا إذا أظهر النرد ما يخص { $pieces } وأمكن التحرك به.

law-die-title = النرد
law-die-none = لا يُرمى نرد.
law-die-faces = يُرمى في كل دور نرد واحد يحدد القطعة التي يجوز تحريكها: { $faces }.
law-die-face = { $face }: { $pieces }
law-die-face-empty = { $face }: لا شيء

law-royalty-title = الملك
law-royalty-mate = لتفوز أمِت { $king }. ولا تجوز نقلة تترك { $king } عندك مهدَّدًا.
law-royalty-capture = لا كش في هذه اللعبة: اِئسر { $king } لتفوز.
law-royalty-mate-and-capture = لتفوز أمِت { $king }، أو اِئسره إن ظل مهدَّدًا. ولا تجوز نقلة تترك { $king } عندك مهدَّدًا.

law-check-title = الكش
law-check-ordinary = يجب رفع الكش فورًا: بتحريك الملك، أو بأسر القطعة التي تهدده، أو بوضع قطعة بينهما.
law-check-no-duty = يجوز لك أن تترك ملكك في حالة كش.
law-check-royal-face = من كان في حالة كش لا يتحرك إلا حين يُظهر النرد الملك، وعندئذ يجب أن ينتقل الملك إلى مأمن. والملك الذي لا نقلة كهذه له أصلًا قد مات.
law-check-one-throw = يجوز أن ترفع الكش أي قطعة تسمح بها الرمية، ولكن في الرمية التالية مباشرة فقط: ومن بقي بعدها في حالة كش خسر.

law-stalemate-title = الجمود
law-stalemate-loss = يخسر من ليس في حالة كش ولا نقلة جائزة له.
law-stalemate-draw = إذا لم يكن الطرف في حالة كش ولا نقلة جائزة له، فالمباراة تعادل.
law-stalemate-win = يفوز من ليس في حالة كش ولا نقلة جائزة له.
law-stalemate-pass = من لا نقلة جائزة له يمرر الدور.
law-stalemate-loss-without-pseudo-move = يخسر الطرف إذا لم تستطع أي قطعة من قطعه أن تتحرك حتى لو تجاهلنا الكش.

law-bare-king-title = الملك المنفرد
law-bare-king-ignored = الملك الذي لا قطعة معه يتابع اللعب.
law-bare-king-loss = يخسر من فقد ملكه كل القطع الأخرى{ $counts ->
    [men-but-pawns] {" "}ما عدا البيادق
   *[all-men] { "" }
}.
law-bare-king-loss-counter = يخسر من فقد ملكه كل القطع الأخرى{ $counts ->
    [men-but-pawns] {" "}ما عدا البيادق
   *[all-men] { "" }
}، إلا إذا أسر في نقلته التالية مباشرة آخر قطعة للطرف الآخر أيضًا؛ فعندئذ تكون المباراة تعادلًا.
law-bare-king-draw = متى فقد ملك كل القطع الأخرى{ $counts ->
    [men-but-pawns] {" "}ما عدا البيادق
   *[all-men] { "" }
} فالمباراة تعادل فورًا{ $mate ->
    [mate] ، إلا إذا كانت النقلة نفسها ماتًا
   *[draw] { "" }
}: فالملك المنفرد لا يموت.
law-bare-king-draw-after = الملك الذي فقد كل القطع الأخرى{ $counts ->
    [men-but-pawns] {" "}ما عدا البيادق
   *[all-men] { "" }
} يجب أن يموت قبل تمام عدد النقلات ({ $moves })، وإلا فالمباراة تعادل.

law-support-title = الملك وقطعة واحدة باقية
law-support-none = الملك الذي بقيت معه قطعة واحدة يتابع اللعب بلا حد.
law-support-lone-man = الملك الذي بقيت معه قطعة واحدة، مما يمنع أن يُعدّ الملك منفردًا، لا يجوز أن يموت إلا قبل أن { $moves ->
    [any] تبلغ نقلات طرفه { $limit }
   *[lone-man] تبلغ نقلات تلك القطعة { $limit }
}؛ وبعدها تكون المباراة تعادلًا.

law-promotion-title = الترقية
law-promotion-none = لا ترقية لأي قطعة.
law-promotion-piece = في { $place } { $duty ->
    [optional] يجوز أن يترقى
   *[compulsory] يترقى
} { $piece } إلى { $to }.
law-promotion-place = { $ranks ->
    [1] الصف الأخير
    [2] الصفين الأخيرين
    [few] آخر { $ranks } صفوف
    [many] آخر { $ranks } صفًا
   *[other] آخر { $ranks } صفًا
}
law-promotion-fixed = { $pieces }
law-promotion-player = { $pieces }، كما يختار اللاعب
law-promotion-lost = قطعة من قطع طرفه أُسرت من قبل ({ $pieces })
law-promotion-lost-always = قطعة من قطع طرفه أُسرت من قبل ({ $pieces })، أو { $always }
law-promotion-lost-otherwise = قطعة من قطع طرفه أُسرت من قبل ({ $pieces })، أو { $otherwise } إن لم تُؤسر أي منها

law-pawn-step-title = الخطوة الأولى للبيدق
law-pawn-step-single = لا خطوة أولى أطول لأي قطعة، ولا أسر بالمرور.
law-pawn-step-initial = من الصف { $rank } يجوز أن يتقدم { $piece } باستقامة حتى { $steps ->
    [1] مربع واحد
    [2] مربعين
    [few] { $steps } مربعات
    [many] { $steps } مربعًا
   *[other] { $steps } مربعًا
}. { $passing ->
    [passed-cells] ويمكن أسره بالمرور في أي مربع عبره، وذلك في النقلة التالية مباشرة.
   *[none] ولا يمكن أسره بالمرور.
}

law-castling-title = التبييت
law-castling-none = لا تبييت.
law-castling-king-steps = يجوز أن يبيّت الملك إذا لم يتحرك هو ولا { $rook } وكانت المربعات بينهما خالية: يتحرك الملك { $steps ->
    [1] مربعًا واحدًا
    [2] مربعين
    [few] { $steps } مربعات
    [many] { $steps } مربعًا
   *[other] { $steps } مربعًا
} نحو { $rook } { $sides ->
    [right] الذي عن يمينه
   *[both] في أي من الجهتين
}، وينتقل هذا إلى المربع المجاور للملك من الجهة الأخرى. ولا يجوز التبييت من كش ولا عبر كش ولا إلى كش.{ $when ->
    [werera] {" "}والتبييت جائز في الويريرا فقط.
   *[turns] { "" }
}

law-repetition-title = التكرار
law-repetition-none = يجوز أن تتكرر الوضعيات بلا حد.
law-repetition-draw = إذا ظهرت الوضعية نفسها { $times ->
    [2] للمرة الثانية
    [3] للمرة الثالثة
    [4] للمرة الرابعة
    [5] للمرة الخامسة
   *[other] للمرة رقم { $times }
} والدور للطرف نفسه، فالمباراة تعادل.

law-move-limit-title = حد النقلات
law-move-limit-none = لا حد للنقلات.
law-move-limit-draw = بعد { $limit } من دون أسر تكون المباراة تعادلًا.
law-move-limit-draw-pieces = بعد { $limit } من دون أسر ومن دون نقلة { $pieces } تكون المباراة تعادلًا.

law-time-forfeit-title = انتهاء الوقت
law-time-forfeit-loss = من انتهى وقته خسر، وكذلك من غادر المباراة إذا طالب خصمه بالفوز.
law-time-forfeit-draw-if-unwinnable = من انتهى وقته خسر، وكذلك من غادر المباراة إذا طالب خصمه بالفوز. لكن المباراة تعادل إذا كان ما بقي للخصم من القطع لا يكفي للفوز بأي تسلسل من النقلات القانونية.

law-immunity-title = قطع لا يأسر بعضها بعضًا
law-immunity-none = لكل قطعة أن تأسر أي قطعة أخرى.
law-immunity-spared = لا يجوز أن يأسر { $piece } هذه القطعة: { $victims }.

law-mate-style-title = أعراف المات
law-mate-style-none = لا فضل لمات على آخر.
law-mate-style-poor = يُعدّ المات بواسطة { $pieces } ضعيفًا.
law-mate-style-respectable = يُعدّ المات بواسطة { $pieces } محترمًا.
law-mate-style-praised = يُعدّ المات بواسطة { $pieces } الأجمل إذا شارك فيه آخر مثله لولاه لما كان مات.
law-mate-style-result = والنتيجة واحدة.
