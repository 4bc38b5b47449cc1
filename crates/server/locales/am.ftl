# What the server says of its pages, in Amharic. Not checked by a native reader yet: see web/src/locale/GLOSSARY.md.

## Push messages to players who are away

away-begin = ከ{ $opponent } ጋር ያለዎት ጨዋታ ተጀምሯል።
away-turn = ከ{ $opponent } ጋር በሚጫወቱት ጨዋታ ተራው የእርስዎ ነው።
away-draw = { $opponent } አቻ ጠይቀውዎታል።
away-end = ከ{ $opponent } ጋር የነበረዎት ጨዋታ አብቅቷል። { $result }
away-over = ከ{ $opponent } ጋር የነበረዎት ጨዋታ አብቅቷል።

## Titles and descriptions of the pages, in their heads and in shared links

head-home = ሩክ – ታሪካዊ ቼዝ ይጫወቱ
head-home-text = ታሪካዊ ቼዝን በመስመር ላይ በነጻ ይጫወቱ፦ ሻትራንጅ፣ ሰንጠረዥ፣ ረጅም ቼዝ እና ሌሎችም፤ ደንቦቹ ከነምንጫቸው።
head-learn = ታሪካዊ ቼዝን ይማሩ – ሩክ
head-learn-text = በሰሌዳ ላይ አጫጭር ትምህርቶች፦ የአንድ ታሪካዊ ቼዝ ደንቦችን በሦስት ደቂቃ ይማሩ።
head-lesson = { $name }ን ይማሩ – ሩክ
head-lesson-text = { $name }ን በሰሌዳ ላይ፣ እርምጃ በእርምጃ፣ በሦስት ደቂቃ ገደማ ይማሩ።
head-play = ጨዋታ ይምረጡ – ሩክ
head-play-text = ታሪካዊ ቼዝ ይምረጡና ከኮምፒውተር፣ ከጓደኛ ወይም መስመር ላይ ካለ ማንኛውም ሰው ጋር ይጫወቱ።
head-new = አዲስ ጨዋታ፦ { $name } – ሩክ
head-new-text = { $name }ን በመስመር ላይ በነጻ ይጫወቱ፦ ከኮምፒውተር፣ ከጓደኛ ወይም ከማንኛውም ሰው ጋር። { $summary }
head-game = { $white } – { $black } · { $name } በሩክ
head-game-text = ይህን የ{ $name } ጨዋታ ይመልከቱ ወይም እንደገና ያጫውቱ።
head-computer = ኮምፒውተር፣ ደረጃ { $level }
head-guest = እንግዳ { $number }
head-player = ተጫዋች
head-challenge = { $name }ን ከ{ $owner } ጋር ይጫወቱ – ሩክ
head-challenge-text = { $owner } ወደ { $name } ጨዋታ ይጋብዝዎታል። መለያ አያስፈልግም።
head-analysis = የትንተና ሰሌዳ – ሩክ
head-analysis-text = ታሪካዊ ቼስን በአሳሽዎ ይተንትኑ፦ ሞተር፣ አማራጭ መስመሮች፣ አቀማመጦች፣ የማንኛውም ፕሮግራም PGN።
head-puzzles = እንቆቅልሾች – ሩክ
head-puzzles-text = የታሪካዊ ቼዝ እንቆቅልሾች፦ ማቶች፣ ድርብ ጥቃቶች፣ ለተጣለው ዳይስ የተሻሉ እርምጃዎች፣ የጥንት ጌቶችም ጥያቄዎች።
head-puzzle = የ{ $name } እንቆቅልሽ – ሩክ
head-puzzle-text = በዚህ የ{ $name } አቀማመጥ ውስጥ አንዱን ጥሩ እርምጃ ይፈልጉ።
head-games = ጨዋታዎች – ሩክ
head-games-text = አሁን በሩክ በመካሄድ ላይ ያሉ ጨዋታዎች፣ እና ደግመው የሚያዩዋቸው ያበቁ ጨዋታዎች።
head-player-games = የ{ $name } ጨዋታዎች – ሩክ
head-player-games-text = { $name } የተጫወቷቸው የታሪካዊ ቼዝ ጨዋታዎችና ውጤታቸው።
head-signin = መግቢያ – ሩክ
head-signin-text = በፓስኪ ወይም በኮድ ወደ ሩክ መለያዎ ይግቡ።
head-register = መለያ መፍጠር – ሩክ
head-register-text = ስምዎንና ጨዋታዎችዎን በማንኛውም መሣሪያ በሩክ ይያዙ።
head-events = ዝግጅቶች – ሩክ
head-events-text = በየሳምንቱ በታሪካዊ ቼዞች የሚካሄዱ አሬናዎች፣ የስዊስና የጥሎ ማለፍ ውድድሮች።
head-event = { $name } – ሩክ
head-event-text = በሩክ የ{ $game } ዝግጅት፦ ይሳተፉ፣ ወይም ደረጃዎቹንና ጨዋታዎቹን ይከታተሉ።
head-ratings = ደረጃዎች – ሩክ
head-ratings-text = በሩክ የእያንዳንዱ ታሪካዊ ቼዝ ምርጥ ተጫዋቾች፣ በቀጥታና በቀናት፣ በዳይስና ያለ ዳይስ።
head-account = መለያዎ – ሩክ
head-account-text = በሩክ ያለው የመለያዎ ስም፣ ፓስኪዎች፣ መሣሪያዎችና መረጃዎች።
head-settings = ቅንብሮች – ሩክ
head-settings-text = በዚህ መሣሪያ ላይ ያሉ ጠጠሮች፣ ሰሌዳዎች፣ ቀለሞችና ድምፆች።
head-languages = ቋንቋዎች – ሩክ
head-languages-text = የጣቢያው ጽሑፎች ሁሉ በየቋንቋው፣ ለእርማት።
head-about = ስለ ሩክ
head-about-text = ታሪካዊ ቼዝ እዚህ ለምን እንደሚጫወት፣ ደንቦቹም ከየት እንደመጡ።
head-help = እገዛ – ሩክ
head-help-text = የቁልፍ ሰሌዳ፣ የግብዣ ማስፈንጠሪያ፣ ሰዓቶች፣ ትክክለኛ ዳይስ እና ውይይት በሩክ።
head-privacy = ግላዊነት – ሩክ
head-privacy-text = ሩክ ስለ እርስዎ የሚያስቀምጠው፣ የማያስቀምጠው፣ እና እስከ መቼ እንደሆነ።
head-terms = ደንቦች – ሩክ
head-terms-text = እዚህ ለመጫወትና ለመወያየት ያሉት ደንቦች፣ አወያዮች ማድረግ የሚችሉት እና የሚቀመጠው።
head-report = ሪፖርት – ሩክ
head-report-text = ስለ መልእክት፣ ስም ወይም አጨዋወት ለአወያዮች ይንገሩ።
head-moderation = አወያይነት – ሩክ
head-moderation-text = አወያዮችን የሚጠብቀው።
head-api = ኤፒአይ – ሩክ
head-api-text = በራስዎ ፕሮግራሞች ታሪካዊ ቼዝን ይጫወቱ፣ ይመልከቱ፣ ይተንትኑ።
head-lost = ገጹ አልተገኘም – ሩክ
head-lost-text = ይህን ገጽ ማግኘት አልቻልንም።
