# Not checked by a native reader yet: see GLOSSARY.md.
all-games = ሁሉም ጨዋታዎች
rules-of = የ{ $name } ደንቦች
manner-match = ጸጥተኛ
home-title = { $n ->
    [0] ሩክ – ታሪካዊ ቼዝ ይጫወቱ
   *[other] ({ $n }) ሩክ – ታሪካዊ ቼዝ ይጫወቱ
}
home-headline = ታሪክ ያቆያቸውን የቼዝ ጨዋታዎች ይጫወቱ
home-lead = የኢትዮጵያ ሰንጠረዥ፣ የፋርስ ሻትራንጅ፣ ባለ አራት ዓምድና ባለ አሥራ ስድስት ረድፍ ረጅም ቼዝ እና ሌሎችም።
home-learn = { $name }ን በ3 ደቂቃ ይማሩ
home-play = ይጫወቱ
loop-pause = የሚንቀሳቀሰውን ሰሌዳ ያቁሙ
loop-play = የሚንቀሳቀሰውን ሰሌዳ ያስጀምሩ
own-games = ጨዋታዎችዎ
own-both-sides = ሁለቱንም ወገኖች ይጫወታሉ
own-here = በዚህ መሣሪያ ላይ
own-remove = አስወግድ
own-remove-sure = ለዘለቄታው ይወገድ?
own-remove-game = { $name } ጨዋታን ከዚህ መሣሪያ አስወግድ
families-title = ጨዋታዎቹ
family-learn = { $name }ን ይማሩ
family-play = { $name }ን ይጫወቱ
family-play-short = ይጫወቱ
family-readings = በተጨማሪ፦
seeks = ክፍት ጨዋታዎች
seeks-none = አሁን ክፍት ጨዋታ የለም። አንድ ይፍጠሩ፣ ጓደኛ ይጋብዙ ወይም ከኮምፒውተሩ ጋር ይጫወቱ።
seeks-none-engine = ከኮምፒውተሩ ጋር ይጫወቱ
seeks-none-friend = ጓደኛ ይጋብዙ
seek-rated = ደረጃ የሚሰጠው
lobby-events = ዝግጅቶች
seek-waiting = ተጋጣሚ በመጠበቅ ላይ
seek-link = የግብዣ ማስፈንጠሪያ
seek-accept = የ{ $name }ን የ{ $game } ጨዋታ ይቀላቀሉ
seek-join = ይቀላቀሉ
you-play-side = { $side }ን ይጫወታሉ
live-games = በመካሄድ ላይ ያሉ ጨዋታዎች
live-players = { $one } – { $other }
last-games = በቅርቡ የተጫወቱት
lobby-clubs = ክለቦች
time-of = { $who }፦ { $time }
own-position = የራሱ አቀማመጥ
