# Not checked by a native reader yet: see GLOSSARY.md.
rukh = ሩክ
skip = ወደ ይዘቱ ይለፉ
settings = ቅንብሮች
again = እንደገና ይሞክሩ
done = ተጠናቋል
cancel = ይቅር
more = ተጨማሪ
rules = ደንቦች
nav = ማውጫ
games = ጨዋታዎች
you = እርስዎ
you-are = እርስዎ { $name } ነዎት። ስምዎን ይቀይሩ
accept = ተቀበል
decline = አትቀበል
called = አንድ ሰው ጨዋታዎን ተቀላቅሏል።
called-title = ጨዋታዎ ተጀምሯል!
called-go = ወደ ጨዋታው

online = { $n ->
    [one] { $n } ሰው መስመር ላይ
   *[other] { $n } ሰዎች መስመር ላይ
}
your-turn = የእርስዎ ተራ
phase-werera = የመክፈቻ ክፍል
phase-turns = በመካሄድ ላይ
phase-over = ያበቃ
lost-title = ገጹ አልተገኘም
lost-text = ይህን ገጽ ማግኘት አልቻልንም።
lost-home = ሁሉንም ጨዋታዎች ይመልከቱ

seat-person = ተጫዋች
seat-engine = ኮምፒውተር፣ ደረጃ { $level }

time = ጊዜ
time-none = ያለ ሰዓት
time-fischer = { $minutes }+{ $increment }
time-days = { $days ->
    [one] በእርምጃ { $days } ቀን
   *[other] በእርምጃ { $days } ቀናት
}
time-marshal = የመክፈቻ ክፍል፦ { $minutes } ደቂቃ
time-marshal-days = { $days ->
    [one] የመክፈቻ ክፍል፦ { $days } ቀን
   *[other] የመክፈቻ ክፍል፦ { $days } ቀናት
}
manner = ተመልካቾች
conjecture = የእኛ ግምት፦ { $text }

game-title = { $name } በሩክ
board-name = የ{ $name } ሰሌዳ
cell-man = { $cell }፣ { $side } { $man }
cell-movable = { $cell }፣ { $side } { $man }፣ መንቀሳቀስ ይችላል
cell-target = { $cell }፣ ሊደረስበት ይችላል
cell-capture = { $cell }፣ ሊማረክ ይችላል
said-picked = { $man } { $cell }፣ { $n ->
    [one] { $n } እርምጃ
   *[other] { $n } እርምጃዎች
}{ $captures ->
    [0] ።
    [one] ፣ { $captures } ምርኮ።
   *[other] ፣ { $captures } ምርኮዎች።
}
title-yours = የእርስዎ ተራ · { $name } በሩክ
title-both = ሁለቱም ተጫዋቾች ይንቀሳቀሳሉ · { $name } በሩክ
title-over = { $result } · { $name } በሩክ
check = ቼክ
engine-thinks = ኮምፒውተሩ እያሰበ ነው…
flip = ሰሌዳውን ያዙሩ
draw = አቻ
draw-offer = አቻ ይጠይቁ
draw-ask = ሁለቱም ተጫዋቾች በአቻ ይስማማሉ?
draw-yes = በአቻ ይስማሙ
takeback = እርምጃ ይመልሱ
add-time = ለተጋጣሚ +15 ሰከንድ
abort = ጨዋታውን ይሰርዙ
abort-ask = ይህ ጨዋታ ይሰረዝ? አይቆጠርም።
abort-yes = ይሰረዝ
offer-draw = { $side } አቻ ይጠይቃል።
offer-takeback = { $side } የመጨረሻው እርምጃ እንዲመለስ ይጠይቃል።
offer-turns = { $side } በተራ መጫወት እንዲጀመር ይጠይቃል።
offer-rematch = { $side } ድጋሚ ጨዋታ ይፈልጋል።
offered-draw = አቻ ጠይቀዋል።
offered-takeback = እርምጃዎ እንዲመለስ ጠይቀዋል።
offered-turns = በተራ መጫወት እንዲጀመር ጠይቀዋል።
offered-rematch = ድጋሚ ጨዋታ ጠይቀዋል።
claim-title = ውጤቱን ይጠይቁ
claim-soon = ተጋጣሚዎ ወጥቷል። ከ{ $left } በኋላ ድል ወይም አቻ መጠየቅ ይችላሉ።
claim-text = ተጋጣሚዎ ወጥቷል። ውጤቱን ይጠይቁ ወይም ይጠብቁ።
claim-text-own = ተጋጣሚዎ ወጥቷል። አሁን አቻ ይጠይቁ፤ ወይም መጀመሪያ ተንቀሳቅሰው ድል ይጠይቁ።
claim-win = ድል ይጠይቁ
claim-draw = አቻ ይጠይቁ
resign = እጅ ይስጡ
resign-side = { $side } እጅ ይሰጣል
resign-ask = በዚህ ጨዋታ እጅ ይሰጣሉ?
resign-yes = እጅ እሰጣለሁ
sure = እርግጠኛ ነዎት?
moves = እርምጃዎች
move-number = ቁጥር
no-moves = ገና እርምጃ የለም
die = ዳይስ
pass = ተራ ያሳልፉ
pass-short = አለፈ
pass-forced = { $reason } { $side } ተራውን ያሳልፋል።
threw = የ{ $side } ዳይስ፦ { $face }
seeds-awaited = የ{ $side } አሳሽ የዳይሱን ዕጣ እስኪቀላቀል በመጠበቅ ላይ።
seeds-awaited-both = ሁለቱም አሳሾች የዳይሱን ዕጣ እስኪቀላቀሉ በመጠበቅ ላይ።
promotion-title = ዕድገት ወደ
promotion-stay = ያለ ዕድገት

werera = ወረራ (የመክፈቻ ክፍል)
werera-both = ወረራ – ሁለቱም ተጫዋቾች በአንድ ጊዜ ይንቀሳቀሳሉ
werera-one = ወረራ – የፈለጉትን ያህል ይንቀሳቀሱ
werera-text = ገና ተራ የለም፦ ማንኛውንም ጠጠር የፈለጉትን ያህል ጊዜ ያንቀሳቅሱ። የመጀመሪያው ምርኮ ይህን ክፍል ያበቃዋል። ለመመለስ ከላይ ያለውን ጠጠር ይጫኑ ወይም ወደ ቦታው ይመልሱት። እንዴት እንደሚንቀሳቀስ ለማየት ጠጠሩን ተጭነው ይያዙ።
retract-list = መመለስ የሚችሏቸው እርምጃዎች
retract-one = { $side } { $man } ከ{ $from } ወደ { $to }፦ ይመልሱ
batch-text = ተጫዋቾቹ እየተፈራረቁ በየጊዜው ጥቂት እርምጃዎች በማድረግ ያሰልፋሉ። ለመመለስ ከላይ ያለውን ጠጠር ይጫኑ ወይም ወደ ቦታው ይመልሱት።
ready = ዝግጁ ነኝ
ready-text = ሰሌዳውን ረጋ ብለው ይመልከቱ። ጨዋታው የሚጀመረው ሁለቱም ተጫዋቾች ዝግጁ ሲሆኑ ነው፤ መንቀሳቀስም እንደ ዝግጁነት ይቆጠራል።
ready-awaited = { $side } ዝግጁ እስኪሆን በመጠበቅ ላይ።
batch-end = አሰላለፌን ጨርሻለሁ
turns-begin = በተራ መጫወት ይጀምሩ
turns-offer = በተራ መጫወት ይጠይቁ
werera-watching = ወረራ – ተጫዋቾቹ እያሰለፉ ነው
turns-ask = ያለ ምርኮ በተራ መጫወት ይጀመር?
turns-yes = በተራ መጫወት ይጀመር

result = ውጤት
rematch = ድጋሚ ጨዋታ
rematch-go = ወደ ድጋሚ ጨዋታው
downloads = ያውርዱ፦
game-here = ይህ ጨዋታ በዚህ መሣሪያ ላይ ብቻ ይቀመጣል።
new-other = አዲስ ጨዋታ፣ ሌላ ደንብ

said-move = { $side } { $man } ከ{ $from } ወደ { $to }።
said-capture = { $side } { $man } ከ{ $from } { $to } ላይ ማረከ።
said-retract = { $side } ወደ { $to } ያደረገውን እርምጃ መለሰ።
said-ready = { $side } ዝግጁ ነው።
said-batch-ended = { $side } አሰላለፉን ጨረሰ።
said-throw = { $side } ዳይስ ጣለ፣ { $face }፦ { $men }።
said-pass = { $side } ተራውን አሳለፈ።
said-promotion = ወደ { $man } አደገ።
said-resign = { $side } እጅ ሰጠ።
said-draw = በአቻ ተስማምተዋል።
refused = ዘግይተዋል – ያ እርምጃ ከእንግዲህ አይቻልም።
line-lost = ግንኙነቱ ተቋርጧል። እንደገና በመገናኘት ላይ… እርምጃዎችዎ ተቀምጠዋል።
line-closed = ግንኙነቱ ተቋርጧል። እባክዎ ገጹን እንደገና ይጫኑ።
not-sent = ከመስመር ውጭ ነዎት፤ ስለዚህ አልተላከም።
said-draw-offer = { $side } አቻ ይጠይቃል።
said-takeback-offer = { $side } እርምጃ እንዲመለስ ይጠይቃል።
said-takeback = እርምጃው ተመልሷል።
said-turns-offer = { $side } በተራ መጫወት እንዲጀመር ይጠይቃል።
said-rematch-offer = { $side } ድጋሚ ጨዋታ ይፈልጋል።
said-rematched = ድጋሚ ጨዋታው ተጀምሯል።
said-abort = { $side } ጨዋታውን ሰረዘ።
said-abort-late = ተሰርዟል፦ በጊዜው የተንቀሳቀሰ የለም።
said-contest = ሁለቱም ተጫዋቾች ያን ቤት መረጡ። { $side } በ{ $ms } ሚሊሰከንድ ቀደመ።
said-contest-lot = ሁለቱም ተጫዋቾች ያን ቤት በአንድ ቅጽበት መረጡ፤ ዕጣው ለ{ $side } ወጣ።
said-flag = የ{ $side } ጊዜ አለቀ።
said-time-added = { $side } { $seconds } ሰከንዶች ተጨመሩለት።
said-decline-draw = { $side } አቻውን አልተቀበለም።
said-decline-takeback = { $side } እርምጃው እንዲመለስ አልተቀበለም።
said-decline-turns = { $side } ማሰለፉን መቀጠል ይፈልጋል።
said-decline-rematch = { $side } ድጋሚ ጨዋታውን አልተቀበለም።
said-claim-win = { $side } ድል ጠየቀ።
said-claim-draw = { $side } አቻ ጠየቀ።
said-outage = አገልጋዩ ለ{ $seconds } ሰከንድ ተቋርጦ ነበር፤ ሰዓቶቹ ቆመዋል።
said-low = { $side }፦ { $seconds } ሰከንዶች ቀርተዋል።
said-marshal-low = በመክፈቻው ክፍል { $seconds } ሰከንዶች ቀርተዋል።
said-chat = { $name }፦ { $text }

clock-of = የ{ $side } ሰዓት
clock-low = ጊዜው እያለቀ ነው
clock-plain = { $text }
clock-hours = { $hours } ሰዓት { $minutes } ደቂቃ
clock-days = { $days } ቀን { $hours } ሰዓት
marshal = የመክፈቻ ክፍል፣ ሁለቱም ተጫዋቾች
here = መስመር ላይ
here-lag = መስመር ላይ፤ የአውታር መዘግየት { $ms } ሚሊሰከንድ
lag = { $ms } ms
gone = ከ{ $ago } በፊት ወጥቷል
ago-seconds = { $n } ሰከንድ
ago-minutes = { $n } ደቂቃ
ago-hours = { $n } ሰዓት
ago-days = { $n ->
    [one] { $n } ቀን
   *[other] { $n } ቀናት
}

step-back = ያለፈው እርምጃ
step-on = ቀጣዩ እርምጃ
looking = እርምጃ { $n }ን እየተመለከቱ ነው
back-to-game = ወደ አሁኑ አቀማመጥ ይመለሱ

typed = እርምጃ ይጻፉ
typed-none = ይህ እዚህ የሚፈቀድ እርምጃ አይደለም።
typed-several = ከአንድ በላይ ጠጠር ወደዚያ መሄድ ይችላል። የመነሻውን ቤት ይጨምሩ፤ ለምሳሌ e2e4።

premove-when = አስቀድሞ የተዘጋጀ እርምጃ ሁኔታ
premove-ask = በሚቀጥለው ተራ { $way }፦
premove-face = ዳይሱ { $face } ከሆነ
premove-any = ዳይሱ ምንም ይሁን
premove-if = { $way } ዳይሱ { $face } ከሆነ
premove-stands = ቀጣይ፦ { $moves }
premove-withdraw = ይቅር

cell-shown = { $cell }፤ { $name } እዚህ { $side } { $man } ይጠቁማል
demo-hint = እርምጃ ለመጠቆም ጠጠር ይጎትቱ። በጨዋታው ላይ ለውጥ አያመጣም።
demo-clear = አጽዳ

talk = ውይይት
muted = ድምፁ ጠፍቷል
say = ላክ
error-unreachable = አገልጋዩን ማግኘት አልተቻለም። እባክዎ እንደገና ይሞክሩ።
error-unexpected = የሆነ ችግር ተፈጥሯል። እባክዎ እንደገና ይሞክሩ።

name = ስምዎ
name-save = አስቀምጥ
name-text = ለሌሎች ተጫዋቾች ይታያል።
name-saved = አሁን ስምዎ { $name } ነው።

replay = ድጋሚ እይታ
replay-of = ድጋሚ እይታ፦ { $game }
replay-start = የመነሻ አቀማመጥ
play = አጫውት
pause = ባለበት አቁም
scrub = በጨዋታው ያሉበት ቦታ
speed = { $n }×
speed-instant = ፋታዎችን ይዝለሉ
speed-title = ፍጥነት
move-of = እርምጃ { $n } ከ{ $total }
to-the-game = ወደ ጨዋታው

verify = ዳይሱን ያረጋግጡ
the-men = ጠጠሮች
diagram-of = { $man } በባዶ ሰሌዳ ላይ እንዴት እንደሚንቀሳቀስ
diagram-key = ● መሄድ ወይም መማረክ · ○ መሄድ ብቻ · ◌ መማረክ ብቻ። ፊት ወደ ላይ ነው።
the-laws = ደንቦቹ በዝርዝር

title-turn = የ{ $side } ተራ · { $name } በሩክ
turn-side = የ{ $side } ተራ
batch-side = ወረራ – { $side } ያሰልፋል
first-side = ቀጥሎ የሚጫወተው { $side } ነው።
