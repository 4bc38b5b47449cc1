# What the rules say, in Persian. Not checked by a native reader yet: see web/src/locale/GLOSSARY.md.

side-white = سفید
side-black = سیاه

# A game with other rules than its usual ones.
ruleset-changed = { $name } ({ $count ->
   *[other] { $count } قانون تغییریافته
})

piece-name = { $name }
list-none = هیچ مهره‌ای
list-comma = { $first }، { $second }
list-and = { $first } و { $second }
list-or = { $first } یا { $second }
sentence-pair = { $first } { $second }
sentences = { $sentences }

## Why a move or another event is refused

refusal-over = بازی تمام شده است.
refusal-no-claimable-draw = اینجا تساوی‌ای نیست که بتوان از درخواست آن گذشت.
refusal-not-your-turn = نوبت { $side } است.
refusal-roll-first = اول باید تاس ریخته شود.
refusal-no-roll = الان نوبت ریختن تاس نیست.
refusal-no-face = { $face } روی تاس نیست؛ تاس از ۱ تا { $faces } دارد.
refusal-no-turns-yet = هنوز نوبتی در کار نیست: وررا تا نخستین زدن ادامه دارد.
refusal-no-werera = این بازی وررا ندارد.
refusal-werera-over = وررا تمام شده و حالا بازیکنان به نوبت بازی می‌کنند.
refusal-werera-spent = حرکت‌های شما در وررا تمام شده است. یکی را پس بگیرید یا صبر کنید.
refusal-other-bundle = طرف دیگر در حال چیدن مهره‌هایش است.
refusal-no-bundles = در این وررا دو طرف هم‌زمان حرکت می‌کنند، نه دسته‌دسته.
refusal-bundle-in-check = { $king } شما کیش است. پیش از پایان چیدن، کیش را رفع کنید.
refusal-no-cells = `{ $from }` و `{ $to }` باید خانه‌هایی از صفحه باشند.
refusal-piece-gone = مهرهٔ شما دیگر در { $cell } نیست.
refusal-no-undo = چنین حرکتی ندارید که پس بگیرید.
refusal-undo-later-first = آن مهره پس از آن باز هم حرکت کرده است. اول حرکت بعدی‌اش را پس بگیرید.
refusal-undo-piece-gone = آن مهره دیگر جایی نیست که آن حرکت برده بود.
refusal-undo-occupied = خانهٔ { $cell } الان پر است و نمی‌توان حرکت را پس گرفت.
refusal-undo-king-attacked = اگر این حرکت را پس بگیرید، { $king } شما تهدید می‌شود.
refusal-no-promotion = هیچ مهره‌ای نیست که به { $cell } برود و آنجا به `{ $letter }` ارتقا یابد.
refusal-promotion-missing = انتخاب کنید که مهره در { $cell } به چه ارتقا یابد.
refusal-no-pass = اینجا نمی‌توانید نوبت را رد کنید.
refusal-no-coordinates = `{ $text }` حرکت نیست. دو خانه از { $first } تا { $last } بنویسید، مانند `a1c3`، و برای ارتقا حرف مهره را پس از آن؛ `--` نوبت را رد می‌کند.
refusal-no-move = `{ $text }` اینجا حرکت مجازی نیست.
refusal-no-move-example = `{ $text }` اینجا حرکت مجازی نیست. حرکت‌ها را مانند `{ $coordinates }` یا `{ $san }` بنویسید.
refusal-no-piece = در { $cell } مهره‌ای نیست.
refusal-not-yours = { $piece } در { $cell } مال { $owner } است.
refusal-own-piece = { $piece } خودتان در { $cell } است.

refusal-check-royal-face = { $king } شما کیش است: فقط { $king } می‌تواند حرکت کند، آن هم وقتی که تاس اجازه دهد.
refusal-check-one-throw = { $king } { $side } پس از تنها تاسش هنوز کیش است. برای پایان بازی نوبت را رد کنید.
refusal-roll-excludes = با { $face } فقط { $pieces } می‌تواند حرکت کند.
refusal-roll-excludes-all = با { $face } هیچ مهره‌ای نمی‌تواند حرکت کند.

refusal-nowhere = { $piece } در { $cell } جایی برای رفتن ندارد.
refusal-blocked = راه { $piece } در { $cell } بسته است: الان خانه‌ای نیست که بتواند به آن برود.
refusal-only-immune = { $piece } در { $cell } فقط به مهره‌ای می‌رسد که اجازهٔ زدنش را ندارد: { $victim }.
refusal-immune = { $piece } نمی‌تواند { $victim } را بزند.
refusal-king-immune = { $king } را نمی‌توان زد.
refusal-move-only = { $piece } از { $from } نمی‌تواند در { $to } بزند، فقط می‌تواند به آن برود.
refusal-capture-only = { $piece } از { $from } فقط برای زدن می‌تواند به { $to } برود.
refusal-hurdle = { $piece } برای رسیدن به { $to } باید دقیقاً از روی یک مهره بپرد.
refusal-in-the-way = { $piece } به { $to } نمی‌رسد: مهره‌ای در { $cell } سر راه است ({ $blocker }).
refusal-no-such-way = { $piece } از { $from } به { $to } نمی‌رود. { $movement }

refusal-castling-phase = در این مرحله از بازی قلعه رفتن وجود ندارد.
refusal-castling-lost = آن قلعه دیگر مجاز نیست: { $king } یا { $rook } حرکت کرده است.
refusal-castling-blocked = برای قلعه رفتن باید خانه‌های بین { $king } و { $rook } خالی باشد.
refusal-castling-attacked = { $king } نمی‌تواند از کیش، از خانه‌ای زیر حمله، یا به کیش قلعه برود.

refusal-king-nowhere = { $king } شما نمی‌تواند حرکت کند: هرجا برود تهدید می‌شود.
refusal-king-attacked = در { $cell }، { $king } شما تهدید می‌شود.
refusal-king-attacked-by = در { $cell }، { $king } شما زیر حملهٔ { $attacker } از { $origin } قرار می‌گیرد.
refusal-check-piece = { $king } شما کیش است و { $piece } نمی‌تواند کیش را رفع کند.
refusal-check-move = { $king } شما کیش است و این حرکت کیش را رفع نمی‌کند.
refusal-pinned = { $piece } در { $cell } آچمز است: اگر حرکت کند، { $king } شما تهدید می‌شود.
refusal-pinned-by = { $piece } در { $cell } آچمز است: اگر حرکت کند، { $king } شما زیر حملهٔ { $attacker } از { $origin } قرار می‌گیرد.

## What is wrong with a position

placed = { $place }: { $message }
fen-rank = ردیف { $rank }
fen-cell = { $cell }
fen-field = { $field ->
    [placement] چینش مهره‌ها
    [side] نوبت
    [castling] قلعه
    [passed] خانه‌های گذشته
    [idle] حرکت‌های بدون زدن
    [turn] شمارهٔ نوبت
   *[named] فیلد
}
fen-too-long = متن FEN بلندتر از { $bytes } بایت است
fen-no-placement = چینشی نوشته نشده است؛ وضعیت مانند `{ $example }` آغاز می‌شود
fen-ranks = چینش { $ranks } ردیف دارد، اما صفحه { $wanted } ردیف دارد
fen-files = `{ $text }` به اندازهٔ { $cells } خانه است، اما صفحه { $files } ستون دارد
fen-letter = `{ $letter }` حرف هیچ مهره‌ای نیست؛ حرف‌ها `{ $letters }` هستند و برای سفید بزرگ نوشته می‌شوند
fen-not-promoted = `+{ $letter }` مهره نیست: اینجا مهره‌ای با حرف `{ $letter }` از ارتقا به دست نمی‌آید
fen-number = `{ $text }` باید عددی کمتر از { $bound } باشد
fen-side = `{ $text }` باید `w` یا `b` باشد
fen-side-werera = `{ $text }` باید `w` یا `b` باشد، یا در وررا `*`
fen-castling = `{ $text }` باید `-` یا حرف‌هایی از `KQkq` باشد
fen-passed = `{ $text }` باید `-` یا خانه‌هایی مانند `a4a5` باشد
fen-no-field = `{ $text }` فیلد نیست؛ فیلدها `throw:4`، `lone:3,0`، `bare:5`، `bundle:w` و `phase:claimed` هستند
setup-cell-twice = دو مهره در این خانه ایستاده‌اند
setup-kings = { $side } باید یک { $king } داشته باشد، اما { $kings } دارد
setup-promoted = { $piece } نمی‌تواند اینجا بایستد: با رسیدن به اینجا ارتقا می‌یابد
setup-castling = حق قلعهٔ `{ $right }` ممکن نیست: چنین قلعه‌ای وجود ندارد، یا شاه یا رخ حرکت کرده است
setup-passed-occupied = خانهٔ گذشته باید خالی باشد
setup-no-long-step = هیچ مهره‌ای در حرکت پیش با گام بلند از این خانه نگذشته است
setup-no-die = در این بازی تاس ریخته نمی‌شود
setup-throw = تاس { $throw } آمده است، اما تاس از ۱ تا { $faces } دارد
setup-no-werera = این بازی وررا ندارد؛ نوبت باید `w` یا `b` باشد
setup-no-claim = در این بازی نمی‌توان ناکامی در گریز از کیش را اعلام کرد
setup-no-counter = این بازی حرکت‌های مهرهٔ تنها یا حرکت‌های پس از تنها شدن شاه را نمی‌شمارد
setup-check = { $side } کیش است، با اینکه نوبتش نیست
setup-both-in-check = { $side } کیش است، با اینکه نوبتش نیست، و طرفی که نوبت اوست هم کیش است

## How a piece moves

movement-none = هیچ‌گاه حرکت نمی‌کند.
movement-ways = { $ways }.
movement-squares = { $count ->
    [1] یک خانه
    [2] دو خانه
    [3] سه خانه
   *[other] { $count } خانه
}
movement-aim = { $line ->
    [any] {" "}در هر جهت
    [straight] { $way ->
        [any] {" "}مستقیم
       *[other] { "" }
    }
    [diagonal] {" "}مورب
   *[oblique] { "" }
}{ $way ->
    [forward] {" "}به جلو
    [backward] {" "}به عقب
    [sideways] {" "}به پهلو
    [forward-sideways] {" "}به جلو یا پهلو
    [backward-sideways] {" "}به عقب یا پهلو
    [forward-backward] {" "}به جلو یا عقب
   *[any] { "" }
}
movement-step = { $squares }{ $aim } { $mode ->
    [capture] می‌زند
   *[other] می‌رود
}
movement-jump = { $mode ->
    [capture] با پرش { $squares }{ $aim } می‌زند
   *[other] { $squares }{ $aim } می‌پرد
}
movement-jump-oblique = { $mode ->
    [capture] با پرش به شکل L می‌زند
   *[other] به شکل L می‌پرد
}{ $aim }: { $long } مستقیم و { $short } به پهلو
movement-lame = { $squares }{ $aim } { $mode ->
    [capture] می‌زند
   *[other] می‌رود
}، ولی نه از روی مهره
movement-lame-oblique = { $long } مستقیم و { $short } به پهلو{ $aim } { $mode ->
    [capture] می‌زند
   *[other] می‌رود
}، ولی نه از روی مهره
movement-slide = { $mode ->
    [capture] از هر فاصله‌ای{ $aim } می‌زند
   *[other] هر فاصله‌ای{ $aim } می‌رود
}
movement-slide-limited = حداکثر { $squares }{ $aim } { $mode ->
    [capture] می‌زند
   *[other] می‌رود
}
movement-ride = با پرش‌های پیاپی، هر بار { $squares }{ $aim }{ $limit }، { $mode ->
    [capture] می‌زند
   *[other] می‌رود
}
movement-ride-oblique = با پرش‌های پیاپی در یک خط، هر بار { $long } مستقیم و { $short } به پهلو{ $aim }{ $limit }، { $mode ->
    [capture] می‌زند
   *[other] می‌رود
}
movement-limit = { $times ->
    [0] { "" }
    [2] ، حداکثر دو بار
   *[other] ، حداکثر { $times } بار
}
movement-by-jumps = { $short ->
    [0] {" "}با پرش‌های { $long } خانه‌ای
   *[other] {" "}با پرش‌های { $long } و { $short } خانه‌ای
}
movement-by-steps = { "" }
movement-hop = { $distance }{ $aim }{ $jumps }{ $limit }، دقیقاً از روی یک مهره، { $mode ->
    [capture] می‌زند
   *[other] می‌رود
}
movement-any-distance = هر فاصله‌ای
movement-up-to = حداکثر { $squares }
movement-grasshopper = { $aim }{ $jumps } از روی نزدیک‌ترین مهره به خانهٔ درست پشت آن { $mode ->
    [capture] می‌زند
   *[other] می‌رود
}
movement-bent = { $squares }{ $aim } و سپس رو به بیرون می‌پیچد و مستقیم { $mode ->
    [capture] می‌زند
   *[other] می‌رود
}{ $stop ->
    [1] {""}
    [2] ، و هرگز در خانهٔ نخست نمی‌ایستد
   *[other] ، و پیش از خانهٔ { $stop }م راهش نمی‌ایستد
}

## How a game ended

outcome-checkmate = { $winner } برد: { $king } { $loser } مات شد.
outcome-stalemate-loss = { $winner } برد: { $loser } حرکت مجازی ندارد و پات در اینجا باخت است.
outcome-stalemate-win = { $winner } برد: حرکت مجازی ندارد و پات در اینجا برد است.
outcome-stalemate-draw = تساوی با پات: طرفی که نوبت اوست حرکت مجازی ندارد.
outcome-no-pseudo-move = { $winner } برد: هیچ مهرهٔ { $loser } نمی‌تواند حرکت کند و این در اینجا باخت است.
outcome-bare-king-loss = { $winner } برد: { $king } { $loser } همهٔ مهره‌های دیگرش را{ $counts ->
    [men-but-pawns] {" "}جز پیاده‌ها
   *[all-men] { "" }
} از دست داد.
outcome-bare-king-draw = تساوی: { $counts ->
    [men-but-pawns] { $king } همهٔ مهره‌های دیگرش را جز پیاده‌ها از دست داده
   *[all-men] { $king } همهٔ مهره‌های دیگرش را از دست داده
} و { $king } تنها را نمی‌توان مات کرد.
outcome-both-bare = تساوی: هر دو { $king } همهٔ مهره‌های دیگر را{ $counts ->
    [men-but-pawns] {" "}جز پیاده‌ها
   *[all-men] { "" }
} از دست داده‌اند.
outcome-lone-man-limit = تساوی: { $moves ->
    [any] طرفی که کنار { $counts ->
        [men-but-pawns] { $king } و پیاده‌ها
       *[all-men] { $king }
    } فقط یک مهره دارد
   *[lone-man] آخرین مهره کنار { $counts ->
        [men-but-pawns] { $king } و پیاده‌ها
       *[all-men] { $king }
    }
} { $limit ->
    [one] { $limit } حرکت
   *[other] { $limit } حرکت
} بدون مات انجام داد.
outcome-bare-count = تساوی: { $king } تنها در { $moves ->
    [one] { $moves } حرکت
   *[other] { $moves } حرکت
} مات نشد.
outcome-king-captured = { $winner } برد: { $king } { $loser } زده شد.
outcome-failed-escape = { $winner } برد: { $king } { $loser } کیش بود و تاس نجاتش نداد.
outcome-repetition = تساوی: یک وضعیت { $times } بار تکرار شد.
outcome-move-limit = تساوی: { $limit } بدون زدن.
outcome-move-limit-pieces = تساوی: { $limit } بدون زدن و بدون حرکت { $pieces }.
outcome-resignation = { $winner } برد: { $loser } تسلیم شد.
outcome-agreement = تساوی با توافق.
outcome-time = { $winner } برد: وقت { $loser } تمام شد.
outcome-time-draw = تساوی: وقت یک بازیکن تمام شد، اما آنچه برای حریف مانده بود برای برد کافی نبود.
outcome-abandonment-win = { $winner } برد: { $loser } بازی را ترک کرد.
outcome-abandonment-draw = تساوی: یک بازیکن بازی را ترک کرد.
outcome-aborted = بازی لغو شد.
outcome-unexplained-win = { $winner } برد.
outcome-unexplained-draw = تساوی.
outcome-recorded-win = طبق ثبت بازی { $winner } برد؛ دلیلی نوشته نشده است.
outcome-recorded-draw = طبق ثبت بازی تساوی شد؛ دلیلی نوشته نشده است.

mate-style-poor = به رسم بازی سبکی ضعیف: مات با { $piece }.
mate-style-respectable = به رسم بازی سبکی شایسته: مات با { $piece }.
mate-style-praised = به رسم بازی زیباترین سبک: مات با { $piece }، با همکاری یکی دیگر.

limit-moves-each = { $moves } حرکت از هر طرف
limit-plies = { $plies } حرکت از دو طرف روی هم

## Running counters

counter-bundle-title = دسته
counter-bundle = { $side } از این دسته { $value } حرکت انجام داده است، از حداکثر { $limit }.
counter-werera-moves-title = حرکت‌های وررا
counter-werera-moves = { $side } در وررا { $value } حرکت از { $limit } را انجام داده است.
counter-lone-piece-title = حرکت‌ها با یک مهرهٔ مانده
counter-lone-piece = برای { $side } کنار { $counts ->
    [men-but-pawns] { $king } و پیاده‌ها
   *[all-men] { $king }
} فقط یک مهره مانده است. بدون مات، بازی مساوی می‌شود وقتی که { $moves ->
    [any] { $side } { $limit } حرکت کند
   *[lone-man] آن مهره { $limit } حرکت کند
}.
counter-bare-king-title = شاه تنها
counter-bare-king = { $king } تنها باید در { $limit } حرکت مات شود، وگرنه بازی مساوی است.
counter-repetition-title = تکرار
counter-repetition = این وضعیت { $value } بار پیش آمده است. با { $limit } بار بازی مساوی می‌شود.
counter-move-limit-title = حد حرکت‌ها
counter-move-limit = { $value } حرکت از دو طرف روی هم بدون زدن. پس از { $limit } حرکت بازی مساوی می‌شود.
counter-move-limit-pieces = { $value } حرکت از دو طرف روی هم بدون زدن و بدون حرکت { $pieces }. پس از { $limit } حرکت بازی مساوی می‌شود.

## The laws

law-opening-title = آغاز بازی
law-opening-turns = بازیکنان از همان ابتدا به نوبت بازی می‌کنند. { $side } اول حرکت می‌کند.
law-opening-live = وررا (مرحلهٔ آغازین): هر دو طرف هم‌زمان، بدون نوبت و هر چند بار که بخواهند حرکت می‌کنند و می‌توانند حرکت‌های خود را پس بگیرند.
law-opening-bundles = وررا (مرحلهٔ آغازین) دسته‌دسته: دو طرف به نوبت هر بار حداکثر { $bundle } حرکت بدون زدن انجام می‌دهند و می‌توانند حرکت‌های خود را پس بگیرند.
law-opening-end = نخستین زدن آن را پایان می‌دهد؛ حرکت بعدی با طرفی است که مهره‌اش زده شد.
law-opening-pawns = در وررا پیاده‌ها هر فاصله‌ای به جلو می‌روند.
law-opening-mate = { $mate ->
    [adjudicated] ماتی که در وررا بر جا بماند، بازی را همان دم پایان می‌دهد.
   *[not-adjudicated] مات در وررا به حساب نمی‌آید.
}
law-opening-budget = هر طرف پس از { $budget } حرکت صبر می‌کند؛ وقتی هر دو حرکت‌هایشان را کردند، نوبت‌ها با سفید آغاز می‌شود.

law-pass-title = رد کردن نوبت
law-pass-never = رد کردن نوبت مجاز نیست.
law-pass-forced = طرفی که حرکت مجازی ندارد نوبت را رد می‌کند، وگرنه باید حرکت کند.
law-pass-free = می‌توانید نوبت را رد کنید.
law-pass-free-except = می‌توانید نوبت را رد کنید، مگر اینکه تاس { $pieces } را نشان دهد و حرکت با آن ممکن باشد.

law-die-title = تاس
law-die-none = تاس ریخته نمی‌شود.
law-die-faces = در هر نوبت یک تاس ریخته می‌شود و معلوم می‌کند کدام مهره می‌تواند حرکت کند: { $faces }.
law-die-face = { $face }: { $pieces }
law-die-face-empty = { $face }: هیچ

law-royalty-title = شاه
law-royalty-mate = برای بردن { $king } حریف را مات کنید. هیچ حرکتی نباید { $king } خودتان را در تهدید بگذارد.
law-royalty-capture = کیش وجود ندارد: برای بردن { $king } حریف را بزنید.
law-royalty-mate-and-capture = برای بردن { $king } حریف را مات کنید، یا اگر هنوز زیر حمله است آن را بزنید. هیچ حرکتی نباید { $king } خودتان را در تهدید بگذارد.

law-check-title = کیش
law-check-ordinary = کیش باید فوراً رفع شود: با حرکت شاه، با زدن مهره‌ای که کیش داده، یا با گذاشتن مهره‌ای در میان.
law-check-no-duty = می‌توانید شاه خود را در کیش رها کنید.
law-check-royal-face = طرفی که کیش است فقط وقتی حرکت می‌کند که تاس شاه را نشان دهد، و آنگاه شاه باید به جای امن برود. شاهی که کیش است و اصلاً چنین حرکتی ندارد، مات است.
law-check-one-throw = هر مهره‌ای که تاس اجازه دهد می‌تواند کیش را رفع کند، ولی فقط با همان تاس بعدی: طرفی که پس از آن هنوز کیش باشد می‌بازد.

law-stalemate-title = پات
law-stalemate-loss = طرفی که کیش نیست و حرکت مجازی ندارد می‌بازد.
law-stalemate-draw = اگر طرفی کیش نباشد و حرکت مجازی نداشته باشد، بازی مساوی است.
law-stalemate-win = طرفی که کیش نیست و حرکت مجازی ندارد می‌برد.
law-stalemate-pass = طرفی که حرکت مجازی ندارد نوبت را رد می‌کند.
law-stalemate-loss-without-pseudo-move = طرفی می‌بازد که هیچ‌یک از مهره‌هایش، حتی با نادیده گرفتن کیش، نتواند حرکت کند.

law-bare-king-title = شاه تنها
law-bare-king-ignored = شاه بدون مهرهٔ دیگر به بازی ادامه می‌دهد.
law-bare-king-loss = طرفی که شاهش همهٔ مهره‌های دیگر را{ $counts ->
    [men-but-pawns] {" "}جز پیاده‌ها
   *[all-men] { "" }
} از دست داده باشد می‌بازد.
law-bare-king-loss-counter = طرفی که شاهش همهٔ مهره‌های دیگر را{ $counts ->
    [men-but-pawns] {" "}جز پیاده‌ها
   *[all-men] { "" }
} از دست داده باشد می‌بازد، مگر اینکه درست در حرکت بعدی آخرین مهرهٔ طرف دیگر را هم بزند؛ آنگاه بازی مساوی است.
law-bare-king-draw = وقتی شاهی همهٔ مهره‌های دیگر را{ $counts ->
    [men-but-pawns] {" "}جز پیاده‌ها
   *[all-men] { "" }
} از دست داد، بازی همان دم مساوی است{ $mate ->
    [mate] ، مگر اینکه همان حرکت مات کند
   *[draw] { "" }
}: شاه تنها را نمی‌توان مات کرد.
law-bare-king-draw-after = شاهی که همهٔ مهره‌های دیگر را{ $counts ->
    [men-but-pawns] {" "}جز پیاده‌ها
   *[all-men] { "" }
} از دست داده باید در { $moves } حرکت مات شود، وگرنه بازی مساوی است.

law-support-title = شاه و یک مهرهٔ مانده
law-support-none = شاه با یک مهرهٔ مانده بدون محدودیت به بازی ادامه می‌دهد.
law-support-lone-man = شاهی را که یک مهره، از آن‌ها که نمی‌گذارند شاه تنها به شمار آید، برایش مانده، فقط تا وقتی می‌توان مات کرد که { $moves ->
    [any] طرفش { $limit } حرکت کرده باشد
   *[lone-man] آن مهره { $limit } حرکت کرده باشد
}؛ پس از آن بازی مساوی است.

law-promotion-title = ارتقا
law-promotion-none = هیچ مهره‌ای ارتقا نمی‌یابد.
law-promotion-piece = در { $place }، { $piece } به { $to } { $duty ->
    [optional] می‌تواند ارتقا یابد
   *[compulsory] ارتقا می‌یابد
}.
law-promotion-place = { $ranks ->
    [1] ردیف آخر
   *[other] { $ranks } ردیف آخر
}
law-promotion-fixed = { $pieces }
law-promotion-player = { $pieces }، به انتخاب بازیکن،
law-promotion-lost = یکی از مهره‌های زده‌شدهٔ طرف خود ({ $pieces })
law-promotion-lost-always = یکی از مهره‌های زده‌شدهٔ طرف خود ({ $pieces }) یا { $always }
law-promotion-lost-otherwise = یکی از مهره‌های زده‌شدهٔ طرف خود ({ $pieces }) یا، اگر هیچ‌کدام زده نشده، { $otherwise }

law-pawn-step-title = گام نخست پیاده
law-pawn-step-single = هیچ مهره‌ای گام نخست بلندتر ندارد و آن‌پاسان نیست.
law-pawn-step-initial = از ردیف { $rank }، { $piece } می‌تواند تا { $steps } خانه مستقیم به جلو برود. { $passing ->
    [passed-cells] می‌توان آن را، درست در حرکت بعدی، در هر خانه‌ای که از آن گذشته آن‌پاسان زد.
   *[none] نمی‌توان آن را آن‌پاسان زد.
}

law-castling-title = قلعه رفتن
law-castling-none = قلعه رفتن وجود ندارد.
law-castling-king-steps = شاه می‌تواند قلعه برود اگر نه خودش و نه { $rook } حرکت کرده باشد و خانه‌های میانشان خالی باشد: شاه { $steps } خانه به سوی { $sides ->
    [right] { $rook } سمت راستش
   *[both] { $rook } هر طرف
} می‌رود و آن مهره به خانهٔ کنار شاه در سوی دیگر می‌رود. شاه نمی‌تواند از کیش، از میان کیش یا به کیش قلعه برود.{ $when ->
    [werera] {" "}قلعه رفتن فقط در وررا مجاز است.
   *[turns] { "" }
}

law-repetition-title = تکرار
law-repetition-none = وضعیت‌ها بدون محدودیت می‌توانند تکرار شوند.
law-repetition-draw = وقتی یک وضعیت { $times ->
    [2] برای بار دوم
    [3] برای بار سوم
    [4] برای بار چهارم
    [5] برای بار پنجم
   *[other] برای بار { $times }
} با نوبت همان طرف پیش آید، بازی مساوی است.

law-move-limit-title = حد حرکت‌ها
law-move-limit-none = حدی برای حرکت‌ها نیست.
law-move-limit-draw = پس از { $limit } بدون زدن، بازی مساوی است.
law-move-limit-draw-pieces = پس از { $limit } بدون زدن و بدون حرکت { $pieces }، بازی مساوی است.

law-time-forfeit-title = تمام شدن وقت
law-time-forfeit-loss = بازیکنی که وقتش تمام شود می‌بازد؛ بازیکنی هم که بازی را ترک کند، اگر حریف برد بخواهد، می‌بازد.
law-time-forfeit-draw-if-unwinnable = بازیکنی که وقتش تمام شود می‌بازد؛ بازیکنی هم که بازی را ترک کند، اگر حریف برد بخواهد، می‌بازد. اما اگر آنچه برای حریف مانده با هیچ دنباله‌ای از حرکت‌های قانونی برای برد کافی نباشد، بازی مساوی است.

law-immunity-title = مهره‌هایی که یکدیگر را نمی‌زنند
law-immunity-none = هر مهره‌ای می‌تواند هر مهرهٔ دیگری را بزند.
law-immunity-spared = { $piece } نمی‌تواند { $victims } را بزند.

law-mate-style-title = رسم‌های مات کردن
law-mate-style-none = هیچ ماتی برتر از دیگری نیست.
law-mate-style-poor = مات با { $pieces } ضعیف شمرده می‌شود.
law-mate-style-respectable = مات با { $pieces } شایسته است.
law-mate-style-praised = مات با { $pieces } زیباترین است، اگر یکی دیگر از همان‌ها در آن سهم داشته باشد که بی آن مات نمی‌شد.
law-mate-style-result = نتیجه یکی است.
