# Not checked by a native reader yet: see GLOSSARY.md.
rukh = ሩክ
skip = ወደ ይዘቱ ይለፉ
settings = ቅንብሮች
sign-in = ግባ
sign-out = ውጣ
account = መለያዎ
register = መለያ ይፍጠሩ
you-are-account = { $name } ነዎት። መለያዎ
again = እንደገና ይሞክሩ
page-loading = በመጫን ላይ…
done = ተጠናቋል
cancel = ይቅር
more = ተጨማሪ
rules = ደንቦች
nav = ማውጫ
games = ጨዋታዎች
you = እርስዎ
you-are = እርስዎ { $name } ነዎት። ስምዎን ይቀይሩ
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
lost-text = ይህ ማስፈንጠሪያ የሚመራበትን ማግኘት አልቻልንም። ጎዶሎ ሊሆን ይችላል።
lost-home = ሁሉንም ጨዋታዎች ይመልከቱ

seat-person = ተጫዋች
guest = እንግዳ
guest-number = እንግዳ { $number }
bot-name = { $name } (ቦት)
seat-engine = ኮምፒውተር፣ ደረጃ { $level }

time = ጊዜ
time-none = ያለ ሰዓት
time-fischer = { $minutes }+{ $increment }
time-delay = { $minutes } ደቂቃ፣ መዘግየት { $delay } ሰከንድ
time-byoyomi = { $minutes } ደቂቃ + { $periods } × { $period } ሰከንድ
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
check = ቼክ
flip = ሰሌዳውን ያዙሩ
draw = አቻ
takeback = እርምጃ ይመልሱ
abort = ጨዋታውን ይሰርዙ
moves = እርምጃዎች
move-number = ቁጥር
no-moves = ገና እርምጃ የለም
die = ዳይስ
pass = ተራ ያሳልፉ
pass-short = አለፈ
threw = የ{ $side } ዳይስ፦ { $face }
promotion-title = ዕድገት ወደ
promotion-stay = ያለ ዕድገት

werera = ወረራ (የመክፈቻ ክፍል)
werera-both = ወረራ – ሁለቱም ተጫዋቾች በአንድ ጊዜ ይንቀሳቀሳሉ
ready = ዝግጁ ነኝ
result = ውጤት
downloads = ያውርዱ፦
line-lost = ግንኙነቱ ተቋርጧል። እንደገና በመገናኘት ላይ… እርምጃዎችዎ ተቀምጠዋል።
said-contest = ሁለቱም ተጫዋቾች ያን ቤት መረጡ። { $side } በ{ $ms } ሚሊሰከንድ ቀደመ።
said-contest-lot = ሁለቱም ተጫዋቾች ያን ቤት በአንድ ቅጽበት መረጡ፤ ዕጣው ለ{ $side } ወጣ።

clock-of = የ{ $side } ሰዓት
clock-low = ጊዜው እያለቀ ነው
clock-plain = { $text }
clock-hours = { $hours } ሰዓት { $minutes } ደቂቃ
clock-days = { $days } ቀን { $hours } ሰዓት
clock-periods = { $n ->
    [one] የመጨረሻው ክፍለ ጊዜ
   *[other] { $n } ክፍለ ጊዜዎች
}
clock-delay = { $seconds } ሰከንድ ይጠብቃል
marshal = የመክፈቻ ክፍል፣ ሁለቱም ተጫዋቾች
here = መስመር ላይ
here-lag = መስመር ላይ፤ የአውታር መዘግየት { $ms } ሚሊሰከንድ
lag = { $ms } ms
gone = ከ{ $ago } በፊት ወጥቷል
on-vacation = በእረፍት ላይ፣ ገና { $ago }
ago-seconds = { $n } ሰከንድ
ago-minutes = { $n } ደቂቃ
ago-hours = { $n } ሰዓት
ago-days = { $n ->
    [one] { $n } ቀን
   *[other] { $n } ቀናት
}

step-back = ያለፈው እርምጃ
step-on = ቀጣዩ እርምጃ
muted = ድምፁ ጠፍቷል
error-unreachable = አገልጋዩን ማግኘት አልተቻለም። እባክዎ እንደገና ይሞክሩ።
error-unexpected = የሆነ ችግር ተፈጥሯል። እባክዎ እንደገና ይሞክሩ።

name = ስምዎ

replay = ድጋሚ እይታ
play = አጫውት
to-the-game = ወደ ጨዋታው

verify = ዳይሱን ያረጋግጡ
turn-side = የ{ $side } ተራ
