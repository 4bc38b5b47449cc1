# Why the engine values a position as it does, in Amharic. Not checked by a native reader yet: see web/src/locale/GLOSSARY.md.

## What the evaluation counts, and for which side

explain-advantage = { $reason }፦ { $side } +{ $pawns }

reason-material = የጠጠሮች ዋጋ
reason-place = ጠጠሮቹ የቆሙባቸው ቤቶች
reason-mobility = የመንቀሳቀስ ነፃነት
reason-king-attack = በንጉሡ ዙሪያ ያሉ ጥቃቶች
reason-king-attackers = በንጉሡ ዙሪያ የሚያጠቁ ጠጠሮች ብዛት
reason-threats = በጠጠሮች ላይ ያሉ ጥቃቶች
reason-loose = የተጠቁና ጥበቃ የሌላቸው ጠጠሮች
reason-passed = መንገዳቸው ክፍት የሆነ ወታደሮች
reason-guarded = በወታደር የተጠበቁ ወታደሮች
reason-isolated = ብቻቸውን የቆሙ ወታደሮች
reason-reach = ሊደረስባቸው የሚችሉ የተጋጣሚ ጠጠሮች
reason-guards = ንጉሡ ብቻውን እንዳይቀር የሚያደርጉ ጠጠሮች
reason-turn = ተራ
reason-mop-up = ንጉሡን ወደ ጠርዝ መግፋት
reason-net = የኔትወርኩ ማስተካከያ
reason-counters = ጨዋታውን አቻ ሊያደርጉ የሚችሉ ደንቦች

## What the other side threatens, if it could move twice

threat-check = { $side } ቼክ ላይ ነው።
threat-win = { $side } በ{ $played } ለማሸነፍ እየዛተ ነው።
threat-capture = { $side } { $played } ተጫውቶ { $cell } ላይ ያለውን { $piece } ለመማረክ እየዛተ ነው።
threat-move = { $side } { $played } መጫወት ይፈልጋል።

## The best reply to a move

reply-win = { $side } በ{ $played } ይመልሳል፤ ያሸንፋልም።
reply-capture = { $side } በ{ $played } ይመልሳል፤ { $cell } ላይ ያለውን { $piece } ይማርካል።
reply-move = { $side } በ{ $played } ይመልሳል።

## The same with a die: what a face allows

roll-win = በ{ $face }፣ { $side } { $played } ተጫውቶ ያሸንፋል።
roll-capture = በ{ $face }፣ { $side } { $played } ተጫውቶ { $cell } ላይ ያለውን { $piece } ይማርካል።
