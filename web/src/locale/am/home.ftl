# Not checked by a native reader yet: see GLOSSARY.md.
home-title = { $n ->
    [0] ሩክ – ታሪካዊ ቼዝ ይጫወቱ
   *[other] ({ $n }) ሩክ – ታሪካዊ ቼዝ ይጫወቱ
}
home-lead = ታሪክ ያቆያቸውን የቼዝ ጨዋታዎች ይጫወቱ፦ የኢትዮጵያን ሰንጠረዥ፣ የፋርስን ሻትራንጅ፣ ባለ አራት ዓምድና ባለ አሥራ ስድስት ረድፍ ረጅም ቼዝን እና ሌሎችንም።
home-learn = { $name }ን በ3 ደቂቃ ይማሩ
home-play = ይጫወቱ
loop-pause = የሚንቀሳቀሰውን ሰሌዳ ያቁሙ
loop-play = የሚንቀሳቀሰውን ሰሌዳ ያስጀምሩ
own-games = ጨዋታዎችዎ
own-both-sides = ሁለቱንም ወገኖች ይጫወታሉ
families-title = ጨዋታዎቹ
family-learn = { $name }ን ይማሩ
family-play = { $name }ን ይጫወቱ
family-play-short = ይጫወቱ
family-readings = በተጨማሪ፦
learn = ይማሩ
seeks = ክፍት ጨዋታዎች
seeks-none = አሁን ክፍት ጨዋታ የለም። አንድ ይፍጠሩ፣ ጓደኛ ይጋብዙ ወይም ከኮምፒውተሩ ጋር ይጫወቱ።
seeks-none-engine = ከኮምፒውተሩ ጋር ይጫወቱ
seeks-none-friend = ጓደኛ ይጋብዙ
seek-waiting = ተጋጣሚ በመጠበቅ ላይ
seek-link = የግብዣ ማስፈንጠሪያ
seek-accept = የ{ $name }ን የ{ $game } ጨዋታ ይቀላቀሉ
join = ይቀላቀሉ
you-play-side = { $side }ን ይጫወታሉ
i-play-side = { $side }ን ይጫወታሉ
live-games = በመካሄድ ላይ ያሉ ጨዋታዎች
live-players = { $one } – { $other }
colour-white = ነጭ
colour-black = ጥቁር
colour-gold = ወርቃማ
colour-green = አረንጓዴ
colour-red = ቀይ
result-you-won = { $reason ->
    [none] አሸንፈዋል
   *[other] አሸንፈዋል፦ { $reason }
}
result-you-lost = { $reason ->
    [none] ተሸንፈዋል
   *[other] ተሸንፈዋል፦ { $reason }
}
result-side-won = { $reason ->
    [none] { $side } አሸነፈ
   *[other] { $side } አሸነፈ፦ { $reason }
}
result-draw = { $reason ->
    [none] አቻ
   *[other] አቻ፦ { $reason }
}
result-aborted = ጨዋታው ተሰረዘ
reason-checkmate = ማት
reason-werera-mate = ማት
reason-stalemate = መፈናፈኛ ማጣት
reason-no-pseudo-move = መንቀሳቀስ የሚችል ጠጠር የለም
reason-bare-king = ብቸኛ ንጉሥ
reason-both-bare = ሁለት ብቸኛ ንጉሦች
reason-lone-man-limit = በገደቡ ውስጥ ማት አልሆነም
reason-bare-count = በገደቡ ውስጥ ማት አልሆነም
reason-king-captured = ንጉሡ ተማረከ
reason-failed-escape = ዳይሱ ከቼክ አላወጣም
reason-repetition = ድግግሞሽ
reason-move-limit = የእርምጃዎች ገደብ
reason-resignation = እጅ መስጠት
reason-agreement = በስምምነት
reason-time = ጊዜው አለቀ
reason-abandonment = ጨዋታው ተትቷል
new-title = አዲስ ጨዋታ፦ { $name }
new-werera-engine = በመክፈቻው ክፍል (ወረራ) እርስዎና ኮምፒውተሩ በአንድ ጊዜ ትንቀሳቀሳላችሁ።
read-rules = ደንቦቹን ያንብቡ
start-open = ክፍት ጨዋታ ይፍጠሩ
start-friend = የግብዣ ማስፈንጠሪያ ይፍጠሩ
start-engine = ጨዋታውን ይጀምሩ
start-screen = ጨዋታውን ይጀምሩ
start-watch = ጨዋታውን ይጀምሩ
opponent = ተጋጣሚ
opponent-engine = ኮምፒውተር
opponent-friend = ጓደኛ
opponent-friend-text = የሚያጋሩት የግል ማስፈንጠሪያ ያግኙ።
opponent-open = ማንኛውም ሰው
opponent-open-text = አንድ ሰው እስኪቀላቀል ጨዋታዎ በአዳራሹ ይጠብቃል።
opponent-screen = አንድ ስክሪን
opponent-screen-text = ሁለት ተጫዋቾች፣ አንድ መሣሪያ፦ ሁለቱንም ወገኖች እዚህ ይጫወቱ።
opponent-watch = ኮምፒውተር ከኮምፒውተር
opponent-watch-text = ኮምፒውተሩ ከራሱ ጋር ሲጫወት ይመልከቱ።
level = ደረጃ
level-of = የ{ $side } ደረጃ
level-number = ደረጃ { $level }፦ { $name }
level-beginner = ጀማሪ
level-beginner-text = ልጅ የሚሠራቸውን ስሕተቶች ይሠራል።
level-novice = አዲስ
level-novice-text = ምርኮዎችን ያያል፤ ከዚያ በላይ ጥቂት ብቻ።
level-casual = ለመዝናናት
level-casual-text = አንድ እርምጃ አስቀድሞ ያያል፤ አልፎ አልፎ ይስታል።
level-practised = የተለማመደ
level-practised-text = የሁለቱንም ወገኖች ቀላል ሥጋቶች ያያል።
level-club = የክበብ ተጫዋች
level-club-text = ሦስት እርምጃዎች አስቀድሞ ያቅዳል፤ ከስንት አንዴ ይስታል።
level-expert = ባለሙያ
level-expert-text = ግድየለሽ እርምጃ አያደርግም።
level-master = ሊቅ
level-master-text = በጥልቀት ያሰላል።
level-strongest = ከሁሉ የበረታ
level-strongest-text = በሙሉ ኃይሉ ይጫወታል።
level-lowest = ከ{ $count } ደረጃዎች ደካማው።
level-measured = በሻትራንጅ የሙከራ ጨዋታዎች ከደረጃ { $below } ጋር { $percent } % ገደማ አስመዝግቧል።
level-unmeasured = ከደረጃ { $below } ይበረታል። በምን ያህል እንደሆነ አልተለካም።
colour = ቀለም
colour-random = በዕጣ
i-play-random = ቀለም በዕጣ
options-title = ደንቦች
options-usual = ሁሉም በምንጮቹ መሠረት
options-changed = { $n } ተቀይሯል
options-text = መደበኛዎቹ የተሻሉትን ምንጮች ይከተላሉ። በሌላ ልማድ የሚጫወቱ ከሆነ ይቀይሯቸው።
