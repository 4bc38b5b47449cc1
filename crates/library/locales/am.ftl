# What the library says, in Amharic. Not checked by a native reader yet: see web/src/locale/GLOSSARY.md.

## Heads and parts

library-head = { $title } – ሩክ
library = ቤተ መጻሕፍት
library-index = የታሪካዊ ቼዝ ቤተ መጻሕፍት
library-text = ጨዋታዎቹ፣ ደንቦቻቸውና ከየት እንደመጡ፦ እያንዳንዱ አረፍተ ነገር ወደ ምንጩ ያመራል።
library-nav-learn = ይማሩ
library-nav-play = ይጫወቱ
library-nav-games = ጨዋታዎች
library-nav-languages = ቋንቋ
library-contents = በዚህ ገጽ
library-rules-of = የ{ $name } ደንቦች
library-play = ይህን ጨዋታ ይጫወቱ
library-puzzles = እንቆቅልሾች
library-period = ዘመን
library-region = አካባቢ
library-other-names = ሌሎች ስሞች
library-status = የደንቦቹ ሁኔታ
library-laws-sourced = { $ours ->
    [0] ሁሉም { $all } ደንቦች ከምንጮች የመጡ ናቸው።
    [one] ከ{ $all } ደንቦች { $sourced } ከምንጮች የመጡ ናቸው፤ አንዱ የእኛ መልሶ ግንባታ ነው።
   *[other] ከ{ $all } ደንቦች { $sourced } ከምንጮች የመጡ ናቸው፤ { $ours } የእኛ መልሶ ግንባታ ናቸው።
}
library-reconstructed = በአብዛኛው መልሶ የተገነባ
library-identifiers = መለያዎች
library-changed = { $count ->
    [one] አንድ ደንብ ከተለመዱት ይለያል፦
   *[other] { $count } ደንቦች ከተለመዱት ይለያሉ፦
}
library-usual = የተለመዱትን ደንቦች አሳይ
library-story = ታሪክ
library-overview = እንዴት እንደሚጫወቱት
library-pieces = ጠጠሮች
library-moves-of = በባዶ ሰሌዳ ላይ የ{ $piece } እርምጃዎች
library-moves-key = ● መራመድ ወይም መማረክ · ○ መራመድ ብቻ · ◌ መማረክ ብቻ። ወደፊት ማለት ወደ ላይ ነው።
library-moves-key-first = ትንሽ ክፍት ክብ፦ በመጀመሪያው እርምጃ ብቻ።
library-arrays = የመነሻ አሰላለፍ
library-unverified = ያልተረጋገጠ
library-side-names = የመጀመሪያው ተጫዋች ጠጠሮች ቀለም { $white }፣ የሁለተኛው { $black } ነው።
library-board = ሰሌዳ
library-board-size = { $files } በ{ $ranks } ቤቶች
library-laws = ደንቦችና ምንጮች
library-source = ምንጭ
library-conjecture = የእኛ መልሶ ግንባታ፦
library-disputes = ምንጮች ምን ይላሉ
library-disputes-text = ዘገባዎች በሚለያዩበት ወይም ዝም በሚሉበት፦ እያንዳንዱ ንባብ ጎን ለጎን፣ የመረጥነው፣ ምንጩ ወይም ምክንያቱ፣ ሌላው ምን እንደሚለውጥ።
library-disputes-inherited = ሌሎቹ ነጥቦች የ{ $name } ናቸው፦
library-our-choice = የእኛ ምርጫ
library-changes = ይህ የሚለውጠው
library-remarks = ልማዶች፣ ስሞችና ንባቦች
library-records = በሌሎች ስብስቦች ያሉ መዝገቦች
library-relatives = የዚህ ጨዋታ ሌሎች ደንቦች
library-works = ምንጮች
library-works-text = በዚህ ጣቢያ ላይ ያለ ደንብ፣ ስም ወይም ቀን የሚመሠረትበት ሥራ ሁሉ በፊደል ቅደም ተከተል፣ ከተመሠረተበት ጋር።
library-unlinked = አድራሻ ያልተሰጠበት ምክንያት፦
library-rests = { $count ->
    [one] አንድ አረፍተ ነገር ይመሠረትበታል
   *[other] { $count } አረፍተ ነገሮች ይመሠረቱበታል
}
library-seen-whole = አንብበነዋል።
library-seen-part = በከፊል አንብበነዋል።
library-seen-reported = አላነበብነውም፤ የምናውቀው ሌሎች ከዘገቡት ነው።
library-downloads = የሚወርዱ
library-download-ruleset = ደንቦቹ እንደ ፋይል (TOML)
library-download-evidence = የሚሠሩ ምሳሌዎቹ (Markdown)
library-version = የደንቦቹ ስሪት፦
library-files = ማውረድና ማበርከት
library-files-text = ደንቦች፣ ማስረጃዎችና የምንጭ ዝርዝር ነፃ ፋይሎች ናቸው፦ ይውሰዷቸው፣ ይመርምሯቸው፣ ያርሟቸው።
library-files-rulesets = ሁሉም ደንቦች
library-files-evidence = ሁሉም ማስረጃዎች
library-files-sources = የምንጭ ዝርዝርና መዝገቦች
library-files-puzzles = እንቆቅልሾቹ
library-files-games = በዝርዝር የወጡ ያበቁ ጨዋታዎች
library-files-search = ይፈልጓቸው
library-contribute = ያበርክቱ
library-contribute-source = ምንጭ
library-contribute-source-text = ስለ እነዚህ ጨዋታዎች የሚናገር መጽሐፍ፣ የእጅ ጽሑፍ ወይም ተጓዥ ያውቃሉ? ርዕሱን፣ ገጹንና ቃላቱን እራሳቸውን ይላኩልን፤ የገጹ ፎቶ ከሁሉ ይሻላል።
library-contribute-correction = እርማት
library-contribute-correction-text = ደንብ፣ ስም ወይም ትርጉም ከተሳሳተ፣ የት እንዳለ፣ ምን ማለት እንዳለበትና እንዴት እንዳወቁ ይንገሩን።
library-contribute-ruleset = የደንብ ስብስብ
library-contribute-ruleset-text = የደንብ ስብስብ እያንዳንዱን ደንብ ከነምንጩ የሚገልጽ አንድ የጽሑፍ ፋይልና የሚሠሩ ምሳሌዎች ያሉበት አንድ ፋይል ነው። መመሪያው ሁለቱንም እንዴት እንደሚጽፉ ያሳያል።
library-contribute-report = ይጻፉልን
library-contribute-guide = መመሪያውን ይክፈቱ
library-compare = ደንቦችን ያነጻጽሩ
library-compare-text = ሁለት የደንብ ስብስቦች ደንብ በደንብ፣ በሚጋሩትና በሚለያዩበት።
library-compare-first = አንደኛ
library-compare-second = ሁለተኛ
library-compare-go = አነጻጽር
library-compare-title = { $first } እና { $second }
library-compare-count = ከ{ $rows } ነጥቦች { $same } ተመሳሳይ ናቸው።
library-compare-same = በሁለቱም ተመሳሳይ፦
library-sheet = የሚታተም የደንብ ወረቀት
library-sheet-of = { $name }፦ ደንቦቹ በአንድ ገጽ
library-sheet-back = ወደ ሙሉው ገጽ
library-sheet-print = ከአሳሽዎ ያትሙት፤ በአንድ A4 ወረቀት ይገባል።
library-colon = ፦
library-squares = አራት ማዕዘን የሚሞሉ ጠጠሮች
library-squares-text = ከንጉሡና ከእግረኞቹ በቀር የሰንጠረዥ ጠጠሮች በዙሪያቸው ያለውን አምስት በአምስት እያንዳንዱን ቤት አንድ ጊዜ ብቻ ይደርሳሉ። ፕሮግራሙ ይህንኑ ከሁሉም ጨዋታዎች ጠይቋል።
library-squares-others = ተመሳሳዩ ጥያቄ ለሁሉም ጨዋታዎች
library-square-side = { $side } በ{ $side } አራት ማዕዘን
library-squares-same = ጠጠሮቹ በተመሳሳይ መንገድ የሚሄዱባቸው
library-squares-none = ያለ ክፍተትና ያለ መደራረብ የሚሞላው የጠጠሮች ስብስብ የለም።
library-map = ካርታ
library-map-text = ጨዋታዎቹ የተጫወቱባቸው፣ የተገለጹባቸውና የተገኙባቸው ቦታዎች፣ የሄዱባቸው መንገዶችም።
library-map-key-route = ጨዋታው የሄደበት መንገድ
library-map-key-unrecorded = ጨዋታው የመጣበት፤ መንገዱ አልተመዘገበም
library-map-old-world = ከአትላንቲክ እስከ ህንድ ያለ ካርታ
library-map-pacific = የሃዋይና የካሊፎርኒያ ካርታ
library-map-of = { $place } ያለበት ካርታ
library-map-whole = ሁሉም ቦታዎች ያሉበት ካርታ
library-map-credit = የመሬቱ ቅርጽ፦ Natural Earth፣ ለሕዝብ ነፃ።
library-places = ቦታዎች
library-route = { $game } ከዚህ ወደ { $place } ይደርሳል።
library-route-here = { $game } ከ{ $place } ወደዚህ ይደርሳል።
library-route-unrecorded = { $game } ከሻትራንጅ የመጣ ነው፤ ወደዚህ የደረሰበት መንገድ አልተመዘገበም።
library-timeline = የጊዜ መስመር
library-timeline-text = ከ600 እስከ 2000 ዓ.ም. ጨዋታዎቹ የተጫወቱባቸውና የተገለጹባቸው ጊዜያት።
library-timeline-open = ወይም ከዚያ በኋላ
library-timeline-games = ጨዋታዎቹ
library-timeline-events = ክስተቶች
library-timeline-books = መጻሕፍትና የእጅ ጽሑፎች

## What a board from the evidence shows

library-board-turn = ተራው የ{ $side } ነው።
library-board-roll = { $side } ዳይስ ሊጥል ነው።
library-board-rolled = { $side } በተጣለው { $face } ይንቀሳቀሳል።
library-board-werera = የመክፈቻ ክፍል፦ ሁለቱም ወገኖች መንቀሳቀስ ይችላሉ።
library-board-goes-on = ጨዋታው ይቀጥላል።
library-board-legal = በ{ $cell } ያለው { $piece } ወደ { $cells } መሄድ ይችላል።
library-board-marked = በ{ $cell } ያለው { $piece } ወደተመለከቱት { $count } ቤቶች መሄድ ይችላል።
library-board-stuck = በ{ $cell } ያለው { $piece } መንቀሳቀስ አይችልም።
library-board-illegal = በ{ $cell } ያለው { $piece } ወደ { $target } መሄድ አይፈቀድለትም።
library-board-no-promotion = { $piece } በ{ $target } ወደ { $promoted } ማደግ አይፈቀድለትም።
library-board-may-pass = ተራ ማሳለፍ ይፈቀዳል።
library-board-must-pass = ተራው መተላለፍ አለበት።
library-board-no-pass = ተራ ማሳለፍ አይፈቀድም።

## Sides, by the colours of their pieces: as the site's own messages of these keys

colour-white = ነጭ
colour-black = ጥቁር
colour-gold = ወርቃማ
colour-green = አረንጓዴ
colour-red = ቀይ

## Records

library-record-of-evidence = ማስረጃ { $id }
library-record-of-ruleset = { $game } በሌላ ስብስብ
library-record-rests = በዚህ መዝገብ ላይ የሚመሠረተው
record-type = ዓይነት
record-place = ቦታ
record-position = መጋጠሚያዎች
record-date = ቀን
record-content = ይዘት
record-rules = ደንቦች
record-home = መዝገቡ ራሱ
record-in-our-words = በእኛ ቃላት
record-confidence = እርግጠኝነት
record-ages = ዕድሜ
record-social-status = ማኅበራዊ ደረጃ
record-genders = ፆታ
record-note = ማስታወሻ
record-game = ጨዋታ
record-name = ስም
record-summary = ማጠቃለያ
record-description = መግለጫ
record-reference = ማጣቀሻ
record-origin = መነሻ

## Concepts

library-concepts = ጽንሰ ሐሳቦች
library-concepts-text = ይህ ምን ዓይነት ጨዋታ እንደሆነ፣ ፕሮግራሙ ከደንቦቹ ያወጣው።
library-figures = በቁጥር
library-figures-text = ሞተራችን ከራሱ ጋር በተጫወታቸው { $games } ጨዋታዎች የተለካ፤ ለእያንዳንዱ እንቅስቃሴ { $nodes } አቀማመጦች ታይተዋል። በቅንፍ ውስጥ፦ ብዙ ጨዋታዎች ቢካሄዱ እውነተኛው ዋጋ በ95% እርግጠኝነት የሚገኝበት ክልል። ሰዎች በሌላ መንገድ ይጫወታሉ።
figure-plies = የሁለቱ ወገኖች እንቅስቃሴዎች፦ መካከለኛ { $median } ({ $least }–{ $most })፤ የጨዋታዎቹ ግማሽ ከ{ $low } እስከ { $high }
figure-choices = ለምርጫ የቀረቡ እንቅስቃሴዎች፦ መካከለኛ { $median }፤ በጨዋታዎቹ ግማሽ ከ{ $low } እስከ { $high }
figure-won = { $side } ያሸነፈው፦ { $share }% ({ $low }–{ $high }%)
figure-drawn = አቻ፦ { $share }% ({ $low }–{ $high }%)
figure-cut-off = ከ{ $plies } እንቅስቃሴዎች በኋላ ያላለቀ፦ { $share }% ({ $low }–{ $high }%)
figure-werera = የመክፈቻ ምዕራፍ፦ መካከለኛ { $moves } እንቅስቃሴዎች በ{ $seconds } ሰከንድ
library-concept-with = { $name }፦ { $value }
concepts-moves = እርምጃዎች
concepts-play = አጨዋወት
concepts-wins = የማሸነፊያ መንገዶች
concepts-draws = አቻ የመውጫ መንገዶች
concept-square-board = እኩል ጎኖች ያሉት ሰሌዳ
concept-long-board = ረጅም ሰሌዳ
concept-cells = ቤቶች
concept-piece-kinds = የጠጠር ዓይነቶች
concept-pieces-per-side = የእያንዳንዱ ወገን ጠጠሮች
concept-royal = ንጉሣዊ ጠጠር
concept-steps = ወደ አጎራባች ቤት መራመድ
concept-leaps = ከሌሎች ጠጠሮች በላይ መዝለል
concept-slides = በመስመር መንሸራተት
concept-bent-rides = በመንገዱ ላይ መታጠፍ
concept-hops = የሚዘለልበት ጠጠር መፈለግ
concept-capture-otherwise = አማራረኩ ከአረማመዱ ይለያል
concept-forward-only = ወደፊት ብቻ ይራመዳል
concept-bound = ሁሉንም ቤት መድረስ አይችልም
concept-long-step = ረጅም የመጀመሪያ እርምጃ
concept-en-passant = በማለፍ መማረክ (en passant)
concept-promotion = ዕድገት
concept-castling = ካስሊንግ
concept-immunity = የተወሰኑ ጠጠሮችን አይማርክም
concept-simultaneous = በመጀመሪያ ሁለቱም ወገኖች በአንድ ጊዜ ይንቀሳቀሳሉ
concept-alternating = በተራ መጫወት
concept-die = ዕድል፦ ዳይስ፣ ገጾች
concept-passing = ተራ ማሳለፍ
concept-stalemate-passes = እርምጃ የሌለው ወገን ተራ ያሳልፋል
concept-check = ቼክ
concept-one-throw = ከቼክ ለማምለጥ አንድ ዳይስ
concept-win-mate = ማት
concept-win-failed-escape = በአንድ ዳይስ ያልተመለጠ ቼክ
concept-win-capture = ንጉሡን መማረክ
concept-win-stalemate = መፈናፈኛ ማጣት
concept-win-bare-king = ብቸኛ ንጉሥ
concept-draw-stalemate = መፈናፈኛ ማጣት
concept-draw-bare-king = ብቸኛ ንጉሥ
concept-draw-both-bare = ሁለት ብቸኛ ንጉሦች
concept-draw-bare-count = ማት ያልሆነ ብቸኛ ንጉሥ፣ እርምጃዎች
concept-draw-lone-piece = የመጨረሻው ጠጠር እርምጃዎች
concept-draw-repetition = መደጋገም፣ ጊዜ
concept-draw-move-limit = የእርምጃ ገደብ፣ የእያንዳንዱ ወገን

## ፍጻሜዎች

library-endings = የተፈቱ ፍጻሜዎች
library-endings-of = የ{ $name } ፍጻሜዎች
library-endings-text = ነገሥታትን ጨምሮ እስከ { $pieces } ጠጠሮች ያሉበት አቀማመጥ ሁሉ በትክክል ተፈትቷል፦ ሁለቱም በደንብ ቢጫወቱ ለባለተራው ምን ያህል እንደሚያወጣ።
library-endings-text-die = ነገሥታትን ጨምሮ እስከ { $pieces } ጠጠሮች ያሉበት አቀማመጥ ሁሉ በትክክል ተፈትቷል፦ ሁለቱም በደንብ ቢጫወቱ ዳይስ የሚጥለው ወገን ምን ሊጠብቅ እንደሚችል።
library-endings-note = መደጋገምና የእርምጃ ገደብ እዚህ አይቆጠሩም። የካስሊንግ መብት ያለባቸው አቀማመጦች አልተካተቱም።
library-endings-material = { $white } ከ{ $black } ጋር
library-endings-turn = ባለተራ
library-endings-side = { $side }
library-endings-either = ማንኛውም ወገን
library-endings-won = ያሸነፈ፣ %
library-endings-drawn = አቻ፣ %
library-endings-lost = የተሸነፈ፣ %
library-endings-moves = ረጅሙ ድል፣ በእርምጃ
library-endings-points = አማካይ ነጥብ
library-endings-decided = አሸናፊ ያገኙ ጨዋታዎች፣ %
library-endings-longest = ረጃጅሞቹ ድሎች
library-endings-wins = { $moves ->
    [one] በአንድ እርምጃ ያሸንፋል።
   *[other] በ{ $moves } እርምጃዎች ያሸንፋል።
}
library-endings-limit = የእርምጃ ገደቡ ከዚያ በፊት ጨዋታውን አቻ ያደርገዋል።
library-endings-line = የእርምጃዎቹ ቅደም ተከተል
library-endings-play = በትንተና ሰሌዳው ላይ ይጫወቱት
