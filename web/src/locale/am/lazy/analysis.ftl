# Not checked by a native reader yet: see GLOSSARY.md.
analysis-title = የትንተና ሰሌዳ
analysis-absent = ይህ የጣቢያው ቅጂ ለአሳሾች የሚሆን ሕግ የለውም፤ ስለዚህ የትንተና ሰሌዳው እዚህ አይሠራም።
analysis-loading = ሕጎቹ በመጫን ላይ…
analysis-ruleset = ጨዋታ
analysis-line = እንቅስቃሴዎችና አማራጭ መስመሮች
analysis-line-empty = ለመጀመር አንድ ጠጠር ያንቀሳቅሱ።

engine-title = ሞተር
engine-on = ሞተሩን አስነሳ
engine-off = ሞተሩን አቁም
engine-lines = መስመሮች
engine-depth = ጥልቀት { $depth }
engine-speed = በሰከንድ { $speed } አቀማመጥ
engine-thinking = በማሰብ ላይ…
engine-failed = ሞተሩ በዚህ አሳሽ ሊነሳ አልቻለም።
engine-werera = በመክፈቻው ምዕራፍ ተራ የማንም አይደለም። ሞተሩ አቀማመጡን ተራ አሁን እንደሚጀምር አድርጎ ይመዝናል።
threats-once = { $side } አሁን መብላት ይችላል፦ { $moves }።
threats-twice = { $side } በሁለት እንቅስቃሴ መብላት ይችላል፦ { $moves }።
engine-value = ግምት ለ{ $side }፦ { $value }
engine-mate = { $side } በ{ $plies } ግማሽ እንቅስቃሴ ማት ያደርጋል
engine-faces = ከመጣሉ በፊት { $side } በ{ $chance } ዕድል ያሸንፋል።

analysis-faces = ዳይስ
analysis-begin-turns = በተራ መጫወት ጀምር
analysis-notes = አስተያየትና ምልክቶች
analysis-comment = አስተያየት
analysis-glyphs = እንቅስቃሴውን ይመዝኑ
analysis-glyphs-position = አቀማመጡን ይመዝኑ
analysis-promote = ዋና መስመር አድርግ
analysis-remove = ከዚህ ጀምሮ ሰርዝ
analysis-study = መክፈት፣ ማስተካከል፣ ማጋራት
analysis-new = ከመጀመሪያው
analysis-edit = አቀማመጡን አስተካክል
analysis-puzzles = እንቆቅልሾች
analysis-open = ጨዋታ ክፈት
analysis-share = ማስፈንጠሪያ ቅዳ
analysis-shared = ማስፈንጠሪያው ተቀድቷል፤ ጥናቱ ሁሉ በውስጡ አለ።
analysis-pgn = PGN አውርድ
analysis-play = ከዚህ ተጫወት
analysis-find = በማኅደሩ ፈልግ
analysis-unread = ሁሉም ሊነበብ አልቻለም፦

open-title = ጨዋታ ወይም አቀማመጥ ክፈት
open-text = FEN፣ PGN ወይም JSON Lines ይለጥፉ፣ ወይም ፋይል ይምረጡ። የሌሎች ፕሮግራሞች ፋይሎችም ይሠራሉ።
open-file = ፋይል ምረጥ
open-paste = FEN፣ PGN ወይም JSON Lines
open-go = ክፈት
open-nothing = በዚህ ጽሑፍ ውስጥ ጨዋታ የለም።
open-which = ጽሑፉ { $n } ጨዋታዎች አሉት። የትኛው?
open-game = { $number }. { $white } – { $black }
open-wrong = ይህ ሊነበብ አይችልም፦

edit-title = አቀማመጡን አስተካክል
edit-text = ጠጠር ይምረጡና የሚቆምባቸውን ቤቶች ይጫኑ። ለማንቀሳቀስ ጠጠሩን ይጎትቱ።
edit-palette = ጠጠሮች
edit-erase = አጥፋ
edit-side = ተራ
edit-both = ሁለቱም (የመክፈቻ ምዕራፍ)
edit-clear = ሰሌዳውን አራግፍ
edit-array = መነሻውን አቀማመጥ ደርድር
edit-good = ሕጎቹ ይህን አቀማመጥ ይፈቅዳሉ።
edit-wrong = ሕጎቹ ይህን አቀማመጥ አይፈቅዱም፦
edit-go = ይህን አቀማመጥ ተንትን

analysis-review = ይህን መስመር ገምግም
