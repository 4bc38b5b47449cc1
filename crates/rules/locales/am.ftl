# What the rules say, in Amharic. Not checked by a native reader yet: see web/src/locale/GLOSSARY.md.

side-white = ነጭ
side-black = ጥቁር

# A game with other rules than its usual ones.
ruleset-changed = { $name } ({ $count ->
    [one] 1 ደንብ ተቀይሯል
   *[other] { $count } ደንቦች ተቀይረዋል
})

piece-name = { $name }
list-none = ምንም ጠጠር
list-comma = { $first }፣ { $second }
list-and = { $first } እና { $second }
list-or = { $first } ወይም { $second }
sentence-pair = { $first } { $second }
sentences = { $sentences }

## Why a move or another event is refused

refusal-over = ጨዋታው አብቅቷል።
refusal-no-claimable-draw = እዚህ ላይ ሊጠየቅ የሚችል አቻ የለም።
refusal-not-your-turn = ተራው የ{ $side } ነው።
refusal-roll-first = መጀመሪያ ዳይሱ መጣል አለበት።
refusal-no-roll = አሁን ዳይስ አይጣልም።
refusal-no-face = { $face } ከዳይሱ ቁጥሮች አንዱ አይደለም፤ የዳይሱ ቁጥሮች ከ1 እስከ { $faces } ናቸው።
refusal-no-turns-yet = እስካሁን ተራ የለም፦ ወረራው እስከ መጀመሪያው ምርኮ ይቀጥላል።
refusal-no-werera = ይህ ጨዋታ ወረራ የለውም።
refusal-werera-over = ወረራው አብቅቷል፦ ተጫዋቾቹ አሁን በተራ ይጫወታሉ።
refusal-werera-spent = በወረራው ያሉዎት እርምጃዎች አልቀዋል። አንዱን ይመልሱ ወይም ይጠብቁ።
refusal-other-bundle = ሌላው ወገን ጠጠሮቹን እያሰለፈ ነው።
refusal-no-bundles = በዚህ ወረራ ሁለቱም ወገኖች በአንድ ጊዜ ይንቀሳቀሳሉ፤ በየዙር አይደለም።
refusal-bundle-in-check = { $king } ቼክ ላይ ነው። አሰላለፍዎን ከመጨረስዎ በፊት ከቼክ ያውጡት።
refusal-no-cells = `{ $from }` እና `{ $to }` የሰሌዳው ቤቶች መሆን አለባቸው።
refusal-piece-gone = ጠጠርዎ አሁን { $cell } ላይ የለም።
refusal-no-undo = የሚመልሱት እንዲህ ያለ እርምጃ የለዎትም።
refusal-undo-later-first = ያ ጠጠር ከዚያ በኋላ እንደገና ተንቀሳቅሷል። መጀመሪያ የኋለኛውን እርምጃ ይመልሱ።
refusal-undo-piece-gone = ያ ጠጠር እርምጃው ባስቀመጠበት ቦታ አሁን የለም።
refusal-undo-occupied = { $cell } አሁን ተይዟል፤ ስለዚህ እርምጃውን መመለስ አይቻልም።
refusal-undo-king-attacked = ያን እርምጃ ቢመልሱ { $king } ለጥቃት ይጋለጣል።
refusal-no-promotion = ወደ { $cell } ሄዶ እዚያ ወደ `{ $letter }` የሚያድግ ጠጠር የለም።
refusal-promotion-missing = ጠጠሩ { $cell } ላይ ወደ ምን እንደሚያድግ ይምረጡ።
refusal-no-pass = እዚህ ላይ ተራዎን ማለፍ አይችሉም።
refusal-no-coordinates = `{ $text }` እርምጃ አይደለም። ከ{ $first } እስከ { $last } ካሉት ሁለት ቤቶችን ይጻፉ፤ ለምሳሌ `a1c3`፤ ለዕድገት የጠጠሩን ፊደል ያስከትሉ፤ `--` ተራን ያሳልፋል።
refusal-no-move = `{ $text }` እዚህ የሚፈቀድ እርምጃ አይደለም።
refusal-no-move-example = `{ $text }` እዚህ የሚፈቀድ እርምጃ አይደለም። እርምጃዎችን እንደ `{ $coordinates }` ወይም `{ $san }` ይጻፉ።
refusal-no-piece = { $cell } ላይ ጠጠር የለም።
refusal-not-yours = { $cell } ላይ ያለው { $piece } የ{ $owner } ነው።
refusal-own-piece = { $cell } ላይ የራስዎ { $piece } አለ።

refusal-check-royal-face = { $king } ቼክ ላይ ነው፦ መንቀሳቀስ የሚችለው { $king } ብቻ ነው፤ እሱም ዳይሱ ሲፈቅድ ብቻ።
refusal-check-one-throw = የ{ $side } { $king } ከአንድ ዳይስ በኋላም ቼክ ላይ ነው። ጨዋታውን ለመጨረስ ተራዎን ያሳልፉ።
refusal-roll-excludes = በ{ $face } መንቀሳቀስ የሚችለው { $pieces } ብቻ ነው።
refusal-roll-excludes-all = በ{ $face } ምንም ጠጠር መንቀሳቀስ አይችልም።

refusal-nowhere = { $cell } ላይ ያለው { $piece } የሚሄድበት ቦታ የለውም።
refusal-blocked = { $cell } ላይ ያለው { $piece } ተዘግቷል፦ አሁን የሚሄድበት ቤት የለም።
refusal-only-immune = { $cell } ላይ ያለው { $piece } ሊደርስ የሚችለው ሊማርከው ወደማይፈቀድለት ጠጠር ብቻ ነው፦ { $victim }።
refusal-immune = { $piece } ይህን ጠጠር መማረክ አይችልም፦ { $victim }።
refusal-king-immune = { $king } ሊማረክ አይችልም።
refusal-move-only = { $from } ላይ ያለው { $piece } { $to } ላይ መማረክ አይችልም፤ መሄድ ብቻ ይችላል።
refusal-capture-only = { $from } ላይ ያለው { $piece } ወደ { $to } መሄድ የሚችለው ለመማረክ ብቻ ነው።
refusal-hurdle = ወደ { $to } ለመድረስ { $piece } በትክክል አንድ ጠጠር መዝለል አለበት።
refusal-in-the-way = { $piece } ወደ { $to } መድረስ አይችልም፦ { $cell } ላይ መንገዱን የዘጋ ጠጠር አለ ({ $blocker })።
refusal-no-such-way = { $piece } ከ{ $from } ወደ { $to } አይንቀሳቀስም። { $movement }

refusal-castling-phase = በዚህ የጨዋታው ክፍል ካስሊንግ የለም።
refusal-castling-lost = ያ ካስሊንግ አሁን አይፈቀድም፦ { $king } ወይም { $rook } ተንቀሳቅሷል።
refusal-castling-blocked = ለካስሊንግ በ{ $king } እና በ{ $rook } መካከል ያሉት ቤቶች ባዶ መሆን አለባቸው።
refusal-castling-attacked = { $king } ቼክ ላይ ሆኖ፣ ጥቃት ባለበት ቤት አልፎ ወይም ወደ ቼክ ካስሊንግ ማድረግ አይችልም።

refusal-king-nowhere = { $king } መንቀሳቀስ አይችልም፦ የትም ቢሄድ ለጥቃት ይጋለጣል።
refusal-king-attacked = { $cell } ላይ { $king } ለጥቃት ይጋለጣል።
refusal-king-attacked-by = { $cell } ላይ { $king } ከ{ $origin } በ{ $attacker } ይጠቃል።
refusal-check-piece = { $king } ቼክ ላይ ነው፤ { $piece } ደግሞ ከቼክ ሊያወጣው አይችልም።
refusal-check-move = { $king } ቼክ ላይ ነው፤ ይህ እርምጃ ከቼክ አያወጣውም።
refusal-pinned = { $cell } ላይ ያለው { $piece } ታስሯል፦ ቢንቀሳቀስ { $king } ለጥቃት ይጋለጣል።
refusal-pinned-by = { $cell } ላይ ያለው { $piece } ታስሯል፦ ቢንቀሳቀስ { $king } ከ{ $origin } በ{ $attacker } ይጠቃል።

## What is wrong with a position

placed = { $place }፦ { $message }
fen-rank = ረድፍ { $rank }
fen-cell = { $cell }
fen-field = { $field ->
    [placement] የጠጠሮች አቀማመጥ
    [side] ባለ ተራ
    [castling] ካስሊንግ
    [passed] የታለፉ ቤቶች
    [idle] ያለ ምርኮ የተደረጉ እርምጃዎች
    [turn] የተራ ቁጥር
   *[named] መስክ
}
fen-too-long = FEN ጽሑፉ ከ{ $bytes } ባይት ይበልጣል
fen-no-placement = አቀማመጥ አልተጻፈም፤ እንደ `{ $example }` ይጀምራል
fen-ranks = አቀማመጡ { $ranks } ረድፎች አሉት፤ ሰሌዳው ግን { $wanted } አሉት
fen-files = `{ $text }` { $cells } ቤቶችን ይሞላል፤ ሰሌዳው ግን { $files } ዓምዶች አሉት
fen-letter = `{ $letter }` የማንም ጠጠር ፊደል አይደለም፤ የጠጠሮቹ ፊደላት `{ $letters }` ናቸው፤ ለነጭ በትልቁ ይጻፋሉ
fen-not-promoted = `+{ $letter }` ጠጠር አይደለም፦ እዚህ `{ $letter }` ፊደል ያለው ጠጠር በዕድገት አይገኝም
fen-number = `{ $text }` ከ{ $bound } ያነሰ ቁጥር መሆን አለበት
fen-side = `{ $text }` `w` ወይም `b` መሆን አለበት
fen-side-werera = `{ $text }` `w` ወይም `b` መሆን አለበት፤ በወረራ ጊዜ ደግሞ `*`
fen-castling = `{ $text }` `-` ወይም ከ`KQkq` ፊደላት መሆን አለበት
fen-passed = `{ $text }` `-` ወይም እንደ `a4a5` ያሉ ቤቶች መሆን አለበት
fen-no-field = `{ $text }` መስክ አይደለም፤ ያሉት `throw:4`፣ `lone:3,0`፣ `bare:5`፣ `bundle:w` እና `phase:claimed` ናቸው
setup-cell-twice = እዚህ ሁለት ጠጠሮች አሉ
setup-kings = { $side } አንድ { $king } ሊኖረው ይገባል፤ አሁን ግን { $kings } አለው
setup-promoted = { $piece } እዚህ ሊቆም አይችልም፦ ሲደርስ ያድጋል
setup-castling = የካስሊንግ መብት `{ $right }` ሊኖር አይችልም፦ እንዲህ ያለ ካስሊንግ የለም፤ ወይም ንጉሡ ወይም ሩኩ ተንቀሳቅሷል
setup-passed-occupied = የታለፈ ቤት ባዶ መሆን አለበት
setup-no-long-step = በዚህ ቤት ላይ አሁን በረጅም እርምጃ ያለፈ ጠጠር የለም
setup-no-die = በዚህ ጨዋታ ዳይስ አይጣልም
setup-throw = የወጣው ቁጥር { $throw } ነው፤ የዳይሱ ቁጥሮች ግን ከ1 እስከ { $faces } ናቸው
setup-no-werera = ይህ ጨዋታ ወረራ የለውም፤ ባለ ተራው `w` ወይም `b` መሆን አለበት
setup-no-claim = በዚህ ጨዋታ ከቼክ ማምለጥ አለመቻሉን መጠየቅ አይቻልም
setup-no-counter = ይህ ጨዋታ ብቻውን የቀረ ጠጠር ወይም ንጉሥ ብቻውን ከቀረ በኋላ ያሉ እርምጃዎችን አይቆጥርም
setup-check = ተራው ያልሆነው { $side } ቼክ ላይ ነው
setup-both-in-check = ተራው ያልሆነው { $side } ቼክ ላይ ነው፤ ባለ ተራውም እንዲሁ

## How a piece moves

movement-none = ፈጽሞ አይንቀሳቀስም።
movement-ways = { $ways }።
movement-squares = { $count ->
    [1] አንድ ቤት
    [2] ሁለት ቤት
    [3] ሦስት ቤት
   *[other] { $count } ቤት
}
movement-aim = { $line ->
    [any] {" "}በማንኛውም አቅጣጫ
    [straight] { $way ->
        [any] {" "}በቀጥታ
       *[other] { "" }
    }
    [diagonal] {" "}በሰያፍ
   *[oblique] { "" }
}{ $way ->
    [forward] {" "}ወደ ፊት
    [backward] {" "}ወደ ኋላ
    [sideways] {" "}ወደ ጎን
    [forward-sideways] {" "}ወደ ፊት ወይም ወደ ጎን
    [backward-sideways] {" "}ወደ ኋላ ወይም ወደ ጎን
    [forward-backward] {" "}ወደ ፊት ወይም ወደ ኋላ
   *[any] { "" }
}
movement-step = { $squares }{ $aim } { $mode ->
    [capture] ይማርካል
   *[other] ይሄዳል
}
movement-jump = { $squares }{ $aim } { $mode ->
    [capture] ዘልሎ ይማርካል
   *[other] ይዘላል
}
movement-jump-oblique = በL ቅርጽ{ $aim } { $mode ->
    [capture] ዘልሎ ይማርካል
   *[other] ይዘላል
}፦ { $long } በቀጥታ፣ { $short } ወደ ጎን
movement-lame = { $squares }{ $aim } { $mode ->
    [capture] ይማርካል
   *[other] ይሄዳል
}፤ ነገር ግን በጠጠር ላይ አይዘልም
movement-lame-oblique = { $long } በቀጥታ እና { $short } ወደ ጎን{ $aim } { $mode ->
    [capture] ይማርካል
   *[other] ይሄዳል
}፤ ነገር ግን በጠጠር ላይ አይዘልም
movement-slide = ማንኛውንም ርቀት{ $aim } { $mode ->
    [capture] ሄዶ ይማርካል
   *[other] ይሄዳል
}
movement-slide-limited = እስከ { $squares }{ $aim } { $mode ->
    [capture] ሄዶ ይማርካል
   *[other] ይሄዳል
}
movement-ride = በተደጋጋሚ ዝላይ፣ በእያንዳንዱ { $squares }{ $aim }{ $limit }፣ { $mode ->
    [capture] ይማርካል
   *[other] ይሄዳል
}
movement-ride-oblique = በአንድ መስመር በተደጋጋሚ ዝላይ፣ በእያንዳንዱ { $long } በቀጥታ እና { $short } ወደ ጎን{ $aim }{ $limit }፣ { $mode ->
    [capture] ይማርካል
   *[other] ይሄዳል
}
movement-limit = { $times ->
    [0] { "" }
    [2] ፣ ቢበዛ ሁለት ጊዜ
   *[other] ፣ ቢበዛ { $times } ጊዜ
}
movement-by-jumps = { $short ->
    [0] {" "}በ{ $long } ቤት ዝላይ
   *[other] {" "}በ{ $long } እና በ{ $short } ቤት ዝላይ
}
movement-by-steps = { "" }
movement-hop = { $distance }{ $aim }{ $jumps }{ $limit }፣ በትክክል አንድ ጠጠር ዘልሎ፣ { $mode ->
    [capture] ይማርካል
   *[other] ይሄዳል
}
movement-any-distance = ማንኛውንም ርቀት
movement-up-to = እስከ { $squares }
movement-grasshopper = ቅርብ ያለውን ጠጠር{ $aim }{ $jumps } ዘልሎ ወዲያው ከኋላው ባለው ቤት { $mode ->
    [capture] ይማርካል
   *[other] ያርፋል
}
movement-bent = { $squares }{ $aim }፣ ከዚያም ወደ ውጭ ታጥፎ በቀጥታ { $mode ->
    [capture] ሄዶ ይማርካል
   *[other] ይሄዳል
}{ $stop ->
    [1] {""}
    [2] ፤ በመጀመሪያው ቤት ግን ፈጽሞ አይቆምም
   *[other] ፤ ከመንገዱ { $stop }ኛ ቤት በፊት ግን አይቆምም
}

## How a game ended

outcome-checkmate = { $winner } አሸነፈ፦ የ{ $loser } { $king } ማት ሆነ።
outcome-stalemate-loss = { $winner } አሸነፈ፦ { $loser } የሚፈቀድ እርምጃ የለውም፤ መፈናፈኛ ማጣት እዚህ ሽንፈት ነው።
outcome-stalemate-win = { $winner } አሸነፈ፦ የሚፈቀድ እርምጃ የለውም፤ መፈናፈኛ ማጣት እዚህ ድል ነው።
outcome-stalemate-draw = በመፈናፈኛ ማጣት አቻ፦ ባለተራው የሚፈቀድ እርምጃ የለውም።
outcome-no-pseudo-move = { $winner } አሸነፈ፦ ከ{ $loser } ጠጠሮች አንዱም መንቀሳቀስ አይችልም፤ ይህም እዚህ ሽንፈት ነው።
outcome-bare-king-loss = { $winner } አሸነፈ፦ የ{ $loser } { $king } ሌሎቹን ጠጠሮች ሁሉ{ $counts ->
    [men-but-pawns] {" "}(ከወታደሮች በስተቀር)
   *[all-men] { "" }
} አጣ።
outcome-bare-king-draw = አቻ፦ { $counts ->
    [men-but-pawns] { $king } ከወታደሮች በስተቀር ሌሎቹን ጠጠሮች ሁሉ አጥቷል
   *[all-men] { $king } ሌሎቹን ጠጠሮች ሁሉ አጥቷል
}፤ ብቸኛ { $king } ማት ሊሆን አይችልም።
outcome-both-bare = አቻ፦ የሁለቱም { $king } ሌሎቹን ጠጠሮች ሁሉ{ $counts ->
    [men-but-pawns] {" "}(ከወታደሮች በስተቀር)
   *[all-men] { "" }
} አጥቷል።
outcome-lone-man-limit = አቻ፦ { $moves ->
    [any] ከ{ $counts ->
        [men-but-pawns] { $king } እና ከወታደሮች
       *[all-men] { $king }
    } ሌላ አንድ ጠጠር የቀረው ወገን
   *[lone-man] ከ{ $counts ->
        [men-but-pawns] { $king } እና ከወታደሮች
       *[all-men] { $king }
    } ጋር የቀረው የመጨረሻ ጠጠር
} ያለ ማት { $limit ->
    [one] { $limit } እርምጃ
   *[other] { $limit } እርምጃዎች
} አደረገ።
outcome-bare-count = አቻ፦ ብቸኛው { $king } በ{ $moves ->
    [one] { $moves } እርምጃ
   *[other] { $moves } እርምጃዎች
} ውስጥ ማት አልሆነም።
outcome-king-captured = { $winner } አሸነፈ፦ የ{ $loser } { $king } ተማረከ።
outcome-failed-escape = { $winner } አሸነፈ፦ የ{ $loser } { $king } ቼክ ላይ ነበር፤ ዳይሱም አላዳነውም።
outcome-repetition = አቻ፦ ያው አቀማመጥ { $times } ጊዜ ተደገመ።
outcome-move-limit = አቻ፦ { $limit } ያለ ምርኮ።
outcome-move-limit-pieces = አቻ፦ { $limit } ያለ ምርኮ እና ያለ { $pieces } እርምጃ።
outcome-resignation = { $winner } አሸነፈ፦ { $loser } እጅ ሰጠ።
outcome-agreement = በስምምነት አቻ።
outcome-time = { $winner } አሸነፈ፦ የ{ $loser } ጊዜ አለቀ።
outcome-time-draw = አቻ፦ የአንዱ ተጫዋች ጊዜ አለቀ፤ ተጋጣሚው ግን ለማሸነፍ የሚበቃ ጠጠር አልቀረውም።
outcome-abandonment-win = { $winner } አሸነፈ፦ { $loser } ጨዋታውን ትቶ ወጣ።
outcome-abandonment-draw = አቻ፦ አንዱ ተጫዋች ጨዋታውን ትቶ ወጣ።
outcome-aborted = ጨዋታው ተሰረዘ።
outcome-unexplained-win = { $winner } አሸነፈ።
outcome-unexplained-draw = አቻ።
outcome-recorded-win = በጨዋታው መዝገብ መሠረት { $winner } አሸነፈ፤ ምክንያቱ አልተጻፈም።
outcome-recorded-draw = በጨዋታው መዝገብ መሠረት አቻ፤ ምክንያቱ አልተጻፈም።

mate-style-poor = በልማዱ ደካማ አጨዋወት፦ በ{ $piece } ማት ማድረግ።
mate-style-respectable = በልማዱ የተከበረ አጨዋወት፦ በ{ $piece } ማት ማድረግ።
mate-style-praised = በልማዱ እጅግ የሚደነቅ አጨዋወት፦ በ{ $piece } ማት ማድረግ፤ ሌላም ተባብሮታል።

limit-moves-each = ከእያንዳንዱ ወገን { $moves } እርምጃዎች
limit-plies = ከሁለቱም ወገኖች በድምሩ { $plies } እርምጃዎች

## Running counters

counter-bundle-title = ዙር
counter-bundle = { $side } ከዚህ ዙር { $limit } እርምጃዎች { $value } አድርጓል።
counter-werera-moves-title = በወረራው የተደረጉ እርምጃዎች
counter-werera-moves = { $side } በወረራው ከ{ $limit } እርምጃዎች { $value } አድርጓል።
counter-lone-piece-title = አንድ ጠጠር ከቀረ በኋላ ያሉ እርምጃዎች
counter-lone-piece = ለ{ $side } ከ{ $counts ->
    [men-but-pawns] { $king } እና ከወታደሮች
   *[all-men] { $king }
} ሌላ አንድ ጠጠር ቀርቶታል። ማት ካልሆነ ጨዋታው አቻ የሚሆነው { $moves ->
    [any] { $side } { $limit } እርምጃዎች ሲያደርግ ነው
   *[lone-man] ያ ጠጠር { $limit } እርምጃዎች ሲያደርግ ነው
}።
counter-bare-king-title = ብቸኛ ንጉሥ
counter-bare-king = ብቸኛው { $king } በ{ $limit } እርምጃዎች ውስጥ ማት መሆን አለበት፤ አለዚያ ጨዋታው አቻ ይሆናል።
counter-repetition-title = ድግግሞሽ
counter-repetition = ይህ አቀማመጥ { $value } ጊዜ ታይቷል። { $limit } ጊዜ ሲታይ ጨዋታው አቻ ይሆናል።
counter-move-limit-title = የእርምጃዎች ገደብ
counter-move-limit = ከሁለቱም ወገኖች በድምሩ { $value } እርምጃዎች ያለ ምርኮ። ከ{ $limit } በኋላ ጨዋታው አቻ ይሆናል።
counter-move-limit-pieces = ከሁለቱም ወገኖች በድምሩ { $value } እርምጃዎች ያለ ምርኮ እና ያለ { $pieces } እርምጃ። ከ{ $limit } በኋላ ጨዋታው አቻ ይሆናል።

## The laws

law-opening-title = አጀማመር
law-opening-turns = ተጫዋቾቹ ከመጀመሪያው ጀምሮ በተራ ይጫወታሉ። መጀመሪያ የሚንቀሳቀሰው { $side } ነው።
law-opening-live = ወረራ (የመክፈቻ ክፍል)፦ ሁለቱም ወገኖች ያለ ተራ በአንድ ጊዜ፣ የፈለጉትን ያህል ጊዜ ይንቀሳቀሳሉ፤ የራሳቸውን እርምጃዎችም መመለስ ይችላሉ።
law-opening-bundles = ወረራ (የመክፈቻ ክፍል) በየዙር፦ ወገኖቹ እየተፈራረቁ በእያንዳንዱ ዙር ያለ ምርኮ እስከ { $bundle } እርምጃዎች ያደርጋሉ፤ የራሳቸውን እርምጃዎችም መመለስ ይችላሉ።
law-opening-end = የመጀመሪያው ምርኮ ያበቃዋል፤ ቀጥሎ የሚጫወተው ጠጠሩ የተማረከበት ወገን ነው።
law-opening-pawns = በወረራው ወታደሮች ማንኛውንም ርቀት ወደ ፊት ይሄዳሉ።
law-opening-mate = { $mate ->
    [adjudicated] በወረራው ሳይፈርስ የቆየ ማት ጨዋታውን ወዲያው ያበቃዋል።
   *[not-adjudicated] በወረራው የተደረገ ማት አይቆጠርም።
}
law-opening-budget = አንድ ወገን ከ{ $budget } እርምጃዎች በኋላ ይጠብቃል፤ ሁለቱም እርምጃዎቻቸውን ሲጨርሱ ተራ በነጭ ይጀመራል።

law-pass-title = ተራ ማሳለፍ
law-pass-never = ተራ ማሳለፍ አይፈቀድም።
law-pass-forced = የሚፈቀድ እርምጃ የሌለው ወገን ተራውን ያሳልፋል፤ ካለው ግን መንቀሳቀስ አለበት።
law-pass-free = ተራዎን ማሳለፍ ይችላሉ።
law-pass-free-except = ዳይሱ { $pieces } አሳይቶ አንዱ መንቀሳቀስ የሚችል ካልሆነ በስተቀር ተራዎን ማሳለፍ ይችላሉ።

law-die-title = ዳይስ
law-die-none = ዳይስ አይጣልም።
law-die-faces = በእያንዳንዱ ተራ አንድ ዳይስ ይጣላል፤ የትኛው ጠጠር መንቀሳቀስ እንደሚችልም ይወስናል፦ { $faces }።
law-die-face = { $face }፦ { $pieces }
law-die-face-empty = { $face }፦ ምንም

law-royalty-title = ንጉሥ
law-royalty-mate = ለማሸነፍ { $king } ላይ ማት ያድርጉ። ምንም እርምጃ የራስዎን { $king } ለጥቃት አጋልጦ መተው አይችልም።
law-royalty-capture = ቼክ የለም፦ ለማሸነፍ የተጋጣሚዎን { $king } ይማርኩ።
law-royalty-mate-and-capture = ለማሸነፍ { $king } ላይ ማት ያድርጉ፣ ወይም አሁንም ለጥቃት የተጋለጠውን { $king } ይማርኩ። ምንም እርምጃ የራስዎን { $king } ለጥቃት አጋልጦ መተው አይችልም።

law-check-title = ቼክ ላይ ያለ ንጉሥ
law-check-ordinary = ከቼክ ወዲያው መውጣት ያስፈልጋል፦ ንጉሡን በማንቀሳቀስ፣ ቼክ ያደረገውን ጠጠር በመማረክ ወይም በመካከላቸው ጠጠር በማስገባት።
law-check-no-duty = ንጉሥዎን ቼክ ላይ መተው ይችላሉ።
law-check-royal-face = ቼክ ላይ ያለ ወገን የሚንቀሳቀሰው ዳይሱ ንጉሡን ሲያሳይ ብቻ ነው፤ ያኔም ንጉሡ ወደ ደኅና ቦታ መሄድ አለበት። ቼክ ላይ ሆኖ እንዲህ ያለ እርምጃ ፈጽሞ የሌለው ንጉሥ ማት ነው።
law-check-one-throw = ዳይሱ የፈቀደለት ማንኛውም ጠጠር ከቼክ ማውጣት ይችላል፤ ነገር ግን በሚቀጥለው ዳይስ ብቻ፦ ከዚያ በኋላም ቼክ ላይ ያለ ወገን ይሸነፋል።

law-stalemate-title = መፈናፈኛ ማጣት
law-stalemate-loss = ቼክ ላይ ሳይሆን የሚፈቀድ እርምጃ ያጣ ወገን ይሸነፋል።
law-stalemate-draw = አንድ ወገን ቼክ ላይ ሳይሆን የሚፈቀድ እርምጃ ካጣ ጨዋታው አቻ ነው።
law-stalemate-win = ቼክ ላይ ሳይሆን የሚፈቀድ እርምጃ ያጣ ወገን ያሸንፋል።
law-stalemate-pass = የሚፈቀድ እርምጃ የሌለው ወገን ተራውን ያሳልፋል።
law-stalemate-loss-without-pseudo-move = ቼክ ባይቆጠር እንኳ ከጠጠሮቹ አንዱም መንቀሳቀስ የማይችል ወገን ይሸነፋል።

law-bare-king-title = ብቸኛ ንጉሥ
law-bare-king-ignored = ሌላ ጠጠር የሌለው ንጉሥ መጫወቱን ይቀጥላል።
law-bare-king-loss = ንጉሡ ሌሎቹን ጠጠሮች ሁሉ{ $counts ->
    [men-but-pawns] {" "}(ከወታደሮች በስተቀር)
   *[all-men] { "" }
} ያጣበት ወገን ይሸነፋል።
law-bare-king-loss-counter = ንጉሡ ሌሎቹን ጠጠሮች ሁሉ{ $counts ->
    [men-but-pawns] {" "}(ከወታደሮች በስተቀር)
   *[all-men] { "" }
} ያጣበት ወገን ይሸነፋል፤ ነገር ግን ወዲያው በሚቀጥለው እርምጃው የሌላውን ወገን የመጨረሻ ጠጠርም ከማረከ ጨዋታው አቻ ይሆናል።
law-bare-king-draw = ንጉሥ ሌሎቹን ጠጠሮች ሁሉ{ $counts ->
    [men-but-pawns] {" "}(ከወታደሮች በስተቀር)
   *[all-men] { "" }
} ሲያጣ ጨዋታው ወዲያው አቻ ይሆናል{ $mate ->
    [mate] ፤ ያው እርምጃ ማት ካላደረገ በስተቀር
   *[draw] { "" }
}፦ ብቸኛ ንጉሥ ማት ሊሆን አይችልም።
law-bare-king-draw-after = ሌሎቹን ጠጠሮች ሁሉ{ $counts ->
    [men-but-pawns] {" "}(ከወታደሮች በስተቀር)
   *[all-men] { "" }
} ያጣ ንጉሥ በ{ $moves } እርምጃዎች ውስጥ ማት መሆን አለበት፤ አለዚያ ጨዋታው አቻ ይሆናል።

law-support-title = ንጉሥ እና የቀረ አንድ ጠጠር
law-support-none = አንድ ጠጠር የቀረው ንጉሥ ያለ ገደብ መጫወቱን ይቀጥላል።
law-support-lone-man = ንጉሥን ብቸኛ ከመባል ከሚያድኑት ጠጠሮች አንድ ብቻ የቀረው ንጉሥ ማት ሊሆን የሚችለው { $moves ->
    [any] ወገኑ { $limit } እርምጃዎች እስኪያደርግ
   *[lone-man] ያ ጠጠር { $limit } እርምጃዎች እስኪያደርግ
} ድረስ ብቻ ነው፤ ከዚያ በኋላ ጨዋታው አቻ ነው።

law-promotion-title = ዕድገት
law-promotion-none = ምንም ጠጠር አያድግም።
law-promotion-piece = በ{ $place } { $piece } ወደ { $to } { $duty ->
    [optional] ማደግ ይችላል
   *[compulsory] ያድጋል
}።
law-promotion-place = { $ranks ->
    [1] መጨረሻው ረድፍ
   *[other] መጨረሻዎቹ { $ranks } ረድፎች
}
law-promotion-fixed = { $pieces }
law-promotion-player = { $pieces } (ተጫዋቹ እንደመረጠው)
law-promotion-lost = ቀድሞ ከተማረኩበት ጠጠሮች አንዱ ({ $pieces })
law-promotion-lost-always = ቀድሞ ከተማረኩበት ጠጠሮች አንዱ ({ $pieces }) ወይም { $always }
law-promotion-lost-otherwise = ቀድሞ ከተማረኩበት ጠጠሮች አንዱ ({ $pieces })፣ ወይም ምንም ካልተማረከበት { $otherwise }

law-pawn-step-title = የወታደር የመጀመሪያ እርምጃ
law-pawn-step-single = ምንም ጠጠር ረዘም ያለ የመጀመሪያ እርምጃ የለውም፤ በማለፍ መማረክም (en passant) የለም።
law-pawn-step-initial = ከረድፍ { $rank } { $piece } እስከ { $steps } ቤቶች በቀጥታ ወደ ፊት መሄድ ይችላል። { $passing ->
    [passed-cells] ወዲያው በሚቀጥለው እርምጃ ባለፈበት በማንኛውም ቤት ላይ በማለፍ (en passant) ሊማረክ ይችላል።
   *[none] በማለፍ (en passant) ሊማረክ አይችልም።
}

law-castling-title = ካስሊንግ
law-castling-none = ካስሊንግ የለም።
law-castling-king-steps = ንጉሡም ሆነ { $rook } ካልተንቀሳቀሱ እና በመካከላቸው ያሉት ቤቶች ባዶ ከሆኑ ንጉሡ ካስሊንግ ማድረግ ይችላል፦ ንጉሡ { $steps } ቤቶች { $sides ->
    [right] በስተቀኙ ወዳለው { $rook }
   *[both] ወደ አንዱ { $rook }
} ይሄዳል፤ ያም ጠጠር በንጉሡ ሌላ ወገን ወዳለው አጠገቡ ቤት ይሄዳል። ንጉሥ ከቼክ፣ በቼክ ውስጥ ወይም ወደ ቼክ ካስሊንግ ማድረግ አይችልም።{ $when ->
    [werera] {" "}ካስሊንግ የሚፈቀደው በወረራው ብቻ ነው።
   *[turns] { "" }
}

law-repetition-title = ድግግሞሽ
law-repetition-none = አቀማመጦች ያለ ገደብ ሊደገሙ ይችላሉ።
law-repetition-draw = ያው አቀማመጥ በያው ወገን ተራ { $times ->
    [2] ለሁለተኛ ጊዜ
    [3] ለሦስተኛ ጊዜ
    [4] ለአራተኛ ጊዜ
    [5] ለአምስተኛ ጊዜ
   *[other] ለ{ $times }ኛ ጊዜ
} ሲታይ ጨዋታው አቻ ነው።

law-move-limit-title = የእርምጃዎች ገደብ
law-move-limit-none = የእርምጃዎች ገደብ የለም።
law-move-limit-draw = ያለ ምርኮ { $limit } ከተደረጉ በኋላ ጨዋታው አቻ ነው።
law-move-limit-draw-pieces = ያለ ምርኮ እና ያለ { $pieces } እርምጃ { $limit } ከተደረጉ በኋላ ጨዋታው አቻ ነው።

law-time-forfeit-title = ጊዜ ማለቅ
law-time-forfeit-loss = ጊዜው ያለቀበት ተጫዋች ይሸነፋል። ጨዋታውን ትቶ የወጣም፣ ተጋጣሚው ድል ከጠየቀ ይሸነፋል።
law-time-forfeit-draw-if-unwinnable = ጊዜው ያለቀበት ተጫዋች ይሸነፋል። ጨዋታውን ትቶ የወጣም፣ ተጋጣሚው ድል ከጠየቀ ይሸነፋል። ተጋጣሚው ግን በማንኛውም ሕጋዊ የእርምጃ ቅደም ተከተል ለማሸነፍ የሚበቃ ጠጠር ካልቀረው ጨዋታው አቻ ነው።

law-immunity-title = እርስ በርሳቸው የማይማረኩ ጠጠሮች
law-immunity-none = ማንኛውም ጠጠር ማንኛውንም ሌላ ጠጠር መማረክ ይችላል።
law-immunity-spared = { $piece } እነዚህን መማረክ አይችልም፦ { $victims }።

law-mate-style-title = የማት ልማዶች
law-mate-style-none = አንድ ማት ከሌላው አይበልጥም።
law-mate-style-poor = በ{ $pieces } የተደረገ ማት ደካማ ተብሎ ይታያል።
law-mate-style-respectable = በ{ $pieces } የተደረገ ማት የተከበረ ነው።
law-mate-style-praised = በ{ $pieces } የተደረገ ማት፣ ሌላም እንዲህ ያለ ከተባበረውና ያለ እሱ ማት ካልሆነ፣ እጅግ የሚደነቅ ነው።
law-mate-style-result = ውጤቱ ግን አንድ ነው።
