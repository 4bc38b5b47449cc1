# What is said in a game, in Amharic. Not checked by a native reader yet: see web/src/locale/GLOSSARY.md.

## Why an intent is rejected

reject-engine-draw-again = ኮምፒውተሩ አቻን አሁን ገና አልተቀበለም። እንደገና ከመጠየቅዎ በፊት አንድ እርምጃ ያድርጉ።
reject-engine-draw-werera = ተራ ከመጀመሩ በፊት ኮምፒውተሩ በአቻ አይስማማም።
reject-impossible = ይህን እዚህ ማድረግ አይቻልም።
reject-sign-in = መጀመሪያ ይግቡ ወይም ስም ይምረጡ።
reject-engine-side = { $side }ን የሚጫወተው ኮምፒውተሩ ነው።
reject-not-your-side = { $side }ን የሚጫወቱት እርስዎ አይደሉም።
reject-spectators-only = እርምጃዎችን ማሳየት የሚችሉት ተመልካቾች ብቻ ናቸው።
reject-own-seek = ይህ የራስዎ ጥያቄ ነው፤ ሌላ ተጫዋች መቀበል አለበት።
reject-others = ይህ የሌላ እንግዳ ነው።
reject-engine-turn = ተራው የኮምፒውተሩ ነው።
reject-other-turn = ተራው የሌላው ወገን ነው።
reject-intent-id = ጥያቄው ከ1 እስከ { $bytes } የሚታዩ ቁምፊዎች ያሉት መለያ ያስፈልገዋል።
reject-intent-unreadable = ጥያቄው ሊነበብ አልቻለም፦ { $problem }።
reject-unknown-event = ክስተት { $base } ገና የለም፦ የመጨረሻው { $last } ነው።
reject-stale = በዚህ መሀል አንድ እርምጃ ተመልሷል። እንደገና ይመልከቱ።
reject-target-left = ሊማርኩት የፈለጉት ጠጠር ከ{ $cell } ሄዷል።
reject-target-taken = { $cell } ከእርምጃዎ ጥቂት ቀደም ብሎ ተይዟል።
reject-game-full = ይህ ጨዋታ { $count } ክስተቶች አሉት፤ ተጨማሪ እርምጃ አይቀበልም፦ አቻ ይጠይቁ ወይም እጅ ይስጡ።
reject-retractions = ጠጠር መመለስ የሚቻለው በደቂቃ { $count } ጊዜ ነው። ትንሽ ይጠብቁ።
reject-chat-full = ይህ ጨዋታ { $count } መልእክቶች አሉት፤ ተጨማሪ አይቀበልም።
reject-seed = ዘሩ በአንድ መስመር ቢበዛ { $bytes } ባይት ነው።
reject-no-seed = የዚህ ጨዋታ ዳይስ ዘር አይጠብቅም።
reject-premove-count = አስቀድሞ ማዘጋጀት የሚቻለው ቢበዛ { $count } እርምጃዎችን ነው።
reject-premove = `{ $played }` በዚህ አቀማመጥ አስቀድሞ ሊዘጋጅ አይችልም።
reject-premove-own-turn = ተራው የእርስዎ ነው፦ አሁን ይንቀሳቀሱ።
reject-conditional-die = በዳይ ጨዋታ አስቀድሞ የሚዘጋጀው ቀጣዩ እርምጃ ብቻ ነው፤ ለእርምጃዎች መልስ አይዘጋጅም።
reject-conditional-twice = `{ $played }` ሁለት መልሶች አሉት።
reject-no-takeback = የሚመልሱት እርምጃ የለዎትም።
reject-takeback-limit = በአንድ ጨዋታ መመለስ የሚቻለው ቢበዛ { $count } እርምጃዎችን ነው።
reject-abort-late = ሁለቱም ወገኖች ተንቀሳቅሰዋል፦ እጅ መስጠት ይችላሉ፤ ጨዋታውን መሰረዝ ግን አይችሉም።
reject-no-clock = ይህ ጨዋታ ጊዜ የሚጨመርበት ሰዓት የለውም።
reject-no-vacation = ለእያንዳንዱ እርምጃ ቀናት ያላቸው ጨዋታዎች ሰዓት ብቻ ለእረፍት ይጠብቃል።
reject-no-ready = ጨዋታው የተጫዋቾችን ዝግጁነት እየጠበቀ አይደለም።
reject-offered = ይህን ቀደም ብለው አቅርበዋል።
reject-rematch-begun = ቀጣዩ ጨዋታ ጀምሯል።
reject-over = ጨዋታው አብቅቷል።
reject-turns-begun = ተጫዋቾቹ አስቀድመው በተራ እየተጫወቱ ነው።
reject-not-over = ይህ ጨዋታ ገና አላበቃም።
reject-nothing-to-decline = የሚከለከል ጥያቄ የለም።
reject-claim-own-turn = ተራው የእርስዎ ነው፦ ከመጠየቅዎ በፊት ይንቀሳቀሱ።
reject-claim-unwinnable = ለማሸነፍ የሚበቃ ጠጠር አልቀረዎትም፦ አቻ ይጠይቁ።
reject-claim-early = ሌላው ወገን በቂ ጊዜ አልራቀም።
reject-rematch-too-fast = ጨዋታዎችን በጣም በፍጥነት እየጀመሩ ነው። ትንሽ ይጠብቁ።
reject-rematch-failed = ቀጣዩን ጨዋታ መጀመር አልተቻለም። ትንሽ ቆይተው እንደገና ይሞክሩ።
reject-ruleset-removed = በእነዚህ ሕጎች የሚደረጉ አዳዲስ ጨዋታዎች እዚህ ከእንግዲህ አይቀርቡም።
reject-engines-busy = ኮምፒውተሩ በብዙ ጨዋታዎች ተይዟል። ትንሽ ቆይተው እንደገና ይሞክሩ።

reject-busy = አገልጋዩ ሥራ ላይ ነው። ትንሽ ቆይተው እንደገና ይሞክሩ።
reject-disk-full = የአገልጋዩ ዲስክ ሞልቷል፤ ምንም አልተለወጠም። ቆይተው እንደገና ይሞክሩ።
reject-not-stored = አገልጋዩ ይህን ማስቀመጥ አልቻለም። ትንሽ ቆይተው እንደገና ይሞክሩ።

## Why a chat message or a demonstration is rejected

reject-no-guest = እንዲህ ያለ እንግዳ የለም።
reject-no-preset = `{ $preset }` የሚባል ዝግጁ መልእክት የለም።
reject-text-or-preset = `text` ወይም `preset` አንዱን ብቻ ይላኩ።
reject-text-length = መልእክት በአንድ መስመር ከ1 እስከ { $characters } ቁምፊዎች ነው።
reject-chat-too-fast = መልእክቶችን በጣም በፍጥነት እየላኩ ነው። ትንሽ ይጠብቁ።
reject-demo-pieces = በአንድ ጊዜ ማሳየት የሚቻለው ቢበዛ { $count } ጠጠሮችን ነው።
reject-demo-cells = ጠጠር ከቤቱ ወደ ሌላ የሰሌዳው ቤት ይታያል።
reject-demo-others = ሌሎች { $count } ሰዎች እርምጃ እያሳዩ ነው።
reject-demo-too-fast = እርምጃዎችን በጣም በፍጥነት እያሳዩ ነው። ትንሽ ይጠብቁ።

## Why a request is refused, and what to do

error-request = ጥያቄው ሊመለስ አልቻለም፦ { $problem }።
error-missing = { $what ->
    [game] `{ $id }` የሚባል ጨዋታ የለም።
    [seek] `{ $id }` የሚባል ክፍት ጨዋታ የለም።
    [event] `{ $id }` የሚባል ውድድር የለም።
    [appointment] `{ $id }` የሚባል ቀጠሮ የለም።
    [study] ጥናት `{ $id }` የለም፣ ወይም ለእርስዎ አልተጋራም።
    [club] ክለብ `{ $id }` የለም።
    [player] `{ $id }` የሚባል ተጫዋች የለም።
    [course] `{ $id }` የሚባል ትምህርት የለም።
    [puzzle] `{ $id }` የሚባል እንቆቅልሽ የለም።
    [ruleset] `{ $id }` የሚባሉ ደንቦች የሉም።
    [review] ጨዋታ `{ $id }` ገና አልተገመገመም።
   *[page] `{ $id }` ላይ ምንም የለም።
}
error-ruleset = እነዚህን ደንቦች መጠቀም አይቻልም፦ { $problem }።
error-ruleset-changed = ይህ ጨዋታ ከጀመረ ወዲህ የ`{ $instance }` ደንቦች ተለውጠዋል።
error-position = ይህ አቀማመጥ ትክክል አይደለም፦ { $problem }።
error-broken-game = ጨዋታው ሊነበብ አልቻለም፦ { $problem }።
error-token = ከእንግዲህ የገቡ አይደሉም።
error-too-fast = ይህ በአጭር ጊዜ ውስጥ በጣም በዛ። ትንሽ ይጠብቁ።
error-unavailable = ጨዋታዎቹን አሁን ማንበብም መጻፍም አይቻልም። ትንሽ ቆይተው እንደገና ይሞክሩ።
error-draining = አገልጋዩ ሊቆም ነው። ትንሽ ቆይተው እንደገና ይሞክሩ።
error-internal = በአገልጋዩ ላይ ችግር ተፈጥሯል።
error-too-long = በጊዜው ለማየት በጣም ብዙ ጨዋታዎች አሉ።
error-host = ይህ አገልጋይ ለ`{ $host }` መልስ አይሰጥም።
error-origin = ከ`{ $origin }` የሚመጡ ገጾች ይህን ማድረግ አይችሉም።
error-too-many-seeks = በአንድ ጊዜ ተጋጣሚ መጠበቅ የሚችሉት ቢበዛ { $count } ጨዋታዎችዎ ናቸው።
error-too-many-events = በአንድ ጊዜ ቢበዛ { $count } መጪ ውድድሮች ሊኖሩዎት ይችላሉ፤ ሲሙል እስኪያልቅ ይቆጠራል።
error-event = { $why ->
    [full] ውድድሩ ሞልቷል።
    [closed] የዚህ ውድድር ምዝገባ ተዘግቷል።
    [joined] አስቀድመው ተመዝግበዋል።
    [absent] በዚህ ውድድር ውስጥ አይሳተፉም።
    [bye] ይህን ዙር መዝለል አይቻልም፦ በስዊስ ውድድር አንድ ጊዜ ብቻ፣ ወደፊት ለሚመጣና የመጨረሻ ላልሆነ ዙር ይፈቀዳል።
    [bots] ይህ ውድድር ለሰዎች ብቻ ነው።
    [started] ውድድሩ ጀምሯል።
    [removed] አስተናጋጁ ምዝገባዎን አልተቀበለም።
    [early] ከሰዓቱ በፊት ለመጀመር የተመዘገቡት ተጫዋቾች አይበቁም።
    [waiting] ውድድሩ ገና አልጀመረም።
   *[over] ውድድሩ አብቅቷል።
}
error-appointment = { $why ->
    [own] ይህ የራስዎ ሐሳብ ነው፤ መልስ የሚሰጠው ሌላው ተጫዋች ነው።
    [anyone] ይህ ግብዣ ለማንኛውም ሰው ክፍት ነው፤ መዝለል እንጂ አለመቀበል አያስፈልግም።
    [time] ይህ ሰዓት ከቀረቡት አንዱ አይደለም፤ ወይም አልፏል።
    [changes] ይህ ቀጠሮ ብዙ ጊዜ ተቀይሯል። አዲስ ይያዙ።
    [many] ክፍት የሆኑ ወይም ባለፈው አንድ ሰዓት የተሰረዙ ቀጠሮዎች በዝተዋል። መልስ እስኪሰጥ ይጠብቁ።
   *[over] ይህ ቀጠሮ አብቅቷል።
}
error-study = { $why ->
    [account] ጥናቶችን በድረ ገጹ ላይ ለማስቀመጥ ወደ መለያ ይግቡ።
    [name] ስም በአንድ መስመር ከ1 እስከ { $count } ፊደላት አሉት።
    [text] አስተያየት ቢበዛ { $count } ፊደላት አሉት።
    [chapters] ጥናት ቢበዛ { $count } ምዕራፎች አሉት። አንዱን ይሰርዙ ወይም ሌላ ጥናት ይጀምሩ።
    [moves] ምዕራፍ ከነአማራጮቹ ቢበዛ { $count } እንቅስቃሴዎች አሉት። ሌላ ምዕራፍ ይጀምሩ።
    [depth] መስመር ቢበዛ { $count } እንቅስቃሴዎች አሉት።
    [games] በአንድ ጊዜ ቢበዛ { $count } ጨዋታዎች ሊነበቡ ይችላሉ።
    [many] ቢበዛ { $count } ጥናቶች ሊቀመጡ ይችላሉ። መጀመሪያ አንዱን ይሰርዙ።
    [members] ጥናት ቢበዛ ለ{ $count } ሰዎች ሊጋራ ይችላል።
    [owner] ይህ ጥናት የእርስዎ ነው።
   *[full] ይህ ጥናት ሞልቷል፦ ሌላ ይጀምሩ።
}
error-club = { $why ->
    [about] ስለ ክለቡ ያለው ጽሑፍ ቢበዛ { $count } ፊደላት አሉት።
    [text] መልእክት ከ1 እስከ { $count } ፊደላት አሉት።
    [members] ይህ ለክለቡ አባላት ነው።
    [officers] ይህን ማድረግ የሚችሉት የክለቡ ባለቤቶችና ኃላፊዎች ብቻ ናቸው።
    [owners] ይህን ማድረግ የሚችለው የክለቡ ባለቤት ብቻ ነው።
    [rank] ኃላፊዎች ስለ አባላት ይወስናሉ፣ ባለቤቶች ደግሞ ስለ ኃላፊዎችም።
    [removed] ከዚህ ክለብ ተወግደዋል። ኃላፊዎቹ እንደገና እንዲገቡ ሊፈቅዱልዎ ይችላሉ።
    [invite] ይህ ክለብ የግብዣ አገናኙ ያላቸውን ሰዎች ይቀበላል።
    [last-owner] መጀመሪያ ሌላ ሰው ባለቤት ያድርጉ።
    [owned] ቢበዛ { $count } ክለቦች ሊኖሩዎት ይችላሉ።
    [joined] የጠየቋቸውን ጨምሮ ቢበዛ { $count } ክለቦችን መቀላቀል ይችላሉ።
    [full] ክለቡ ቢበዛ { $count } ሰዎችን ይቀበላል።
    [replies] አንድ መልእክት ቢበዛ { $count } መልሶች ይቀበላል። አዲስ ይጀምሩ።
    [kept] የክለቡን ስም የሰጠው አወያይ ስለሆነ አይለወጥም።
    [changed] ሌላ ሰው ቀድሞዎታል፤ እንደገና ይመልከቱ።
    [event] ይህ ውድድር ለክለቡ አባላት ነው።
   *[post] ይህ መልእክት አሁን የለም።
}
error-too-many-followed = ቢበዛ { $count } ተጫዋቾችን መከታተል ይቻላል።
error-seek-taken = ሌላ ተጫዋች ቀድሞዎታል፦ ጨዋታው ጀምሯል።
error-rated-needs-account = ደረጃ የሚሰጣቸው ጨዋታዎች መለያ ላላቸው ተጫዋቾች ናቸው። መለያ ይክፈቱ፣ ወይም ያለ ደረጃ ይጫወቱ።
error-rated-without-clock = ደረጃ የሚሰጠው ጨዋታ ሰዓት ወይም ለእያንዳንዱ እርምጃ ቀናት ያስፈልገዋል።
error-rated-position = ደረጃ የሚሰጠው ጨዋታ ከሕጉ መነሻ አሰላለፍ ይጀምራል።
error-rated-odds = የሁለቱ ወገኖች ጊዜ የሚለያይበት ጨዋታ ደረጃ አይሰጠውም።
error-rated-not-for-bots = ቦት የሰውን ደረጃ የሚሰጠው ጥሪ ወይም ክፍት ግብዣ መቀበል አይችልም። ያለ ደረጃ ይጫወቱ፣ ወይም ደረጃ ለሚሰጠው ጨዋታ ይጠይቋቸው።
error-rated-too-often = ሁለታችሁ በአንድ ቀን { $count } ደረጃ የሚሰጣቸው ጨዋታዎች ተጫውታችኋል። ያለ ደረጃ ይቀጥሉ፣ ወይም በሌላ ቀን ይጫወቱ።
error-engine-game = የኮምፒውተሮች ጨዋታዎ `{ $id }` እየተካሄደ ነው። ሲያበቃ ወይም የሚያየው ሰው ሲጠፋ ሌላ መጀመር ይቻላል።
error-over = ጨዋታው አብቅቷል፤ የሚፈለግ እርምጃ የለም።
error-not-over = መገምገም የሚቻለው ያበቃ ጨዋታ ብቻ ነው።
error-no-push = ይህ አገልጋይ መልእክቶችን አይልክም።
error-endpoint-taken = እነዚህ መልእክቶች የሌላ እንግዳ ናቸው።
error-solution = ይህ እርምጃ መፍትሔው ነው።
error-name-length = ስም ከ1 እስከ { $count } ቁምፊዎች አሉት።
error-name-line = ስም በአንድ መስመር ላይ ያለ መቆጣጠሪያ ቁምፊዎች ይጻፋል።
error-name-invisible = ስም የማይታዩ ቁምፊዎች ሊኖሩት አይችልም፤ እዚህ ግን { $code } አለ።
error-name-blank = ስም ቢያንስ አንድ የሚታይ ቁምፊ አለው።
error-name-marks = በስም ውስጥ በአንድ ፊደል ላይ ቢበዛ { $count } ምልክቶች ይኖራሉ።
error-name-engine = እንደ `{ $name }` ያሉ ስሞች የኮምፒውተሩ ናቸው።
error-name-bot = ስም በ`(bot)` አያበቃም፤ ጣቢያው ይህን ከቦቶች ስም በኋላ ይጽፋል።
error-name-taken = ይህ ስም፣ ወይም እሱን የሚመስል ስም፣ የሌላ ሰው ነው።
error-has-account = ይህ እንግዳ መለያ አስቀድሞ አለው።
error-no-account = ይህ የገባ መለያ ያስፈልገዋል።
error-renamed-lately = ስም በ{ $days } ቀናት አንድ ጊዜ ብቻ ሊለወጥ ይችላል።
error-sign-in = ይህ አያስገባም፦ ስሙና ማረጋገጫው አይጣጣሙም።
error-prove-it = ይህን ለማድረግ አንድ ጊዜ እንደገና ይግቡ፦ ባለፉት ደቂቃዎች ውስጥ መግባት ያስፈልጋል።
error-passkey = የይለፍ ቁልፉ አይጣጣምም፦ { $problem }።
error-passkeys-off = የይለፍ ቁልፎች https እና ስም ያለው ድረ ገጽ ያስፈልጋቸዋል፤ አስተዳዳሪው በ`--public-url` ያዘጋጃል።
error-passwords-off = ይህ ድረ ገጽ የይለፍ ቃል አይቀበልም።
error-registration-closed = እዚህ መለያ መክፈት አይቻልም።
error-not-invited = እዚህ መለያ የሚከፈተው በግብዣ ነው፤ ይህ ኮድ ግብዣ አይደለም፣ ጥቅም ላይ ውሏል ወይም ጊዜው አልፏል። ሌላ ኮድ ከአስተዳዳሪው ይጠይቁ።
error-provider-away = { $provider } ማን እንደሆኑ አልተናገረም፤ እንደገና ይሞክሩ፣ ወይም በሌላ መንገድ ይግቡ።
error-identity-taken = ይህ የአቅራቢ መለያ እዚህ ወደ ሌላ መለያ ያስገባል።
error-identity-other = ይህ የአቅራቢ መለያ ወደ መለያዎ አያስገባም።
error-too-many-identities = አንድ መለያ ከእነዚህ ቢበዛ { $count } አለው።
error-export = ውሂብዎን አሁን መጻፍ አልተቻለም። ቆየት ብለው እንደገና ይሞክሩ።
error-password-length = የይለፍ ቃል ቢያንስ { $least } ፊደላትና ቢበዛ { $most } ባይት አለው።
error-password-name = የይለፍ ቃል ስሙ መሆን የለበትም።
error-password-known = ይህ የይለፍ ቃል መጀመሪያ ከሚሞከሩት አንዱ ነው።
error-ceremony-over = ይህ በጣም ዘግይቷል፣ ወይም አስቀድሞ ተደርጓል፤ እንደገና ይጀምሩ።
error-last-way = ወደዚህ መለያ ሌላ መግቢያ አይኖርም፤ መጀመሪያ ሌላ መንገድ ይጨምሩ።
error-too-many-passkeys = ይህ የይለፍ ቁልፍ አስቀድሞ ተመዝግቧል፣ ወይም መለያ ሊኖረው የሚችለው { $count } ሁሉ አሉ።
error-label = መለያ ስም ከ1 እስከ { $count } ፊደላት አለው።
error-scopes = ማስመሰያ ከእነዚህ ጥቂቶቹን ሊያደርግ ይችላል፦ { $scopes }።
error-token-days = ማስመሰያ ከ1 እስከ { $count } ቀናት ይቆያል።
error-token-scope = ይህ ማስመሰያ ያንን ማድረግ አይፈቀድለትም።
error-bot-has-played = ይህ መለያ ተጫውቷል፣ ወይም ጨዋታ ሊጀምርባቸው የሚችሉ ጥሪዎች፣ ቀጠሮዎች ወይም ውድድሮች አሉት። ቦት የሚሆነው ጨዋታ የሌለው መለያ ብቻ ነው።
error-email-off = ይህ አገልጋይ ኢሜይል አይልክም።
error-email-address = ይህ የኢሜይል አድራሻ አይደለም። እንደ almaz@mail.example ያለ ይጻፉ።
error-email-code = ይህ ኮድ አድራሻውን አያረጋግጥም፦ የተሳሳተ፣ ያገለገለ ወይም ጊዜው ያለፈ ነው። አዲስ ይጠይቁ።
error-email-limit = ዛሬ ወደዚህ አድራሻ ብዙ ኮዶች ተልከዋል። ነገ እንደገና ይሞክሩ።
error-webhooks-off = ይህ አገልጋይ ወደ ዌብሁኮች አይልክም።
error-too-many-webhooks = አንድ መለያ ቢበዛ { $count } ዌብሁኮች አሉት። መጀመሪያ አንዱን ያስወግዱ።
error-name-not-own = መለያውን ለመሰረዝ ስሙን በትክክል ይጻፉ።

hint-nearest = `{ $id }` ማለትዎ ነው?
hint-known = ያሉት { $list } ናቸው።
hint-review = ወደዚሁ አድራሻ `POST` ሲላክ ይገመገማል።
hint-identity = ገጽ `GET /api/v1/me`ን፣ ፕሮግራም `POST /api/v1/guests`ን ይጠይቃል።
hint-token = ፕሮግራም አዲስ ማስመሰያ ከ`POST /api/v1/guests` ያገኛል።
hint-fewer = ያነሱ ይጠይቁ፦ የአንድ ተጫዋች፣ የአንድ ዓይነት ደንብ፣ የጥቂት ቀናት ወይም ብዙ ጊዜ የማይታይ አቀማመጥ።
hint-address = አድራሻው { $url } ነው።
hint-public-url = አገልጋዩን ሰዎች በሚጠቀሙበት አድራሻ (public URL) ያስጀምሩ።
hint-push-service = የአገልጋዩ ኃላፊ በ`--push-service` ሊፈቅደው ይችላል።
hint-webhook-url = ትክክለኛ አድራሻ እንደ https://bot.example/rukh ያለ ነው፦ `https`፣ የይፋዊ በይነመረብ ጎራ፣ ወደብ 443 ወይም 8443፣ ያለ የተጠቃሚ ስም።

## Hints, and why a side may pass

hint-batch-full = የ{ $side } ዙር ሞልቷል፦ ዙሩን ጨርሰው ሌላው ወገን ይንቀሳቀስ።
hint-werera-check = የ{ $side } { $king } ቼክ ላይ ነው፦ { $side } መጀመሪያ ከቼክ መውጣት አለበት።
hint-one-roll = የ{ $side } { $king } ቼክ ላይ ነው፤ በዚህ ዳይስ ማምለጥ አለበት።
pass-no-move-with-roll = በዚህ ዳይስ የሚፈቀድ እርምጃ የለም።
pass-no-move = የሚፈቀድ እርምጃ የለም።
pass-allowed = ተራዎን ማሳለፍ ይችላሉ።

## Events of a game

event-start = ጨዋታው ተጀመረ።
event-ready = { $side } ዝግጁ ነው።
event-move = { $side } { $san } ተጫወተ።
event-retract = { $side } { $from }–{ $to }ን መለሰ።
event-batch-ended = { $side } አሰላለፉን ጨረሰ።
event-werera-capture = { $side } ጠጠር ማረከ፦ ወረራው አበቃ።
event-werera-agreed = ተጫዋቾቹ በተራ ለመጫወት ተስማሙ።
event-werera-clock = የወረራው ጊዜ አልቋል።
event-werera-budget = ሁለቱም ወገኖች የወረራ እርምጃዎቻቸውን ሁሉ ተጠቅመዋል።
event-throw = { $side } ዳይስ ጣለ፦ { $face }።
event-pass = { $side } ተራውን አሳለፈ።
event-resign = { $side } እጅ ሰጠ።
event-offer = { $offer ->
    [draw] { $side } አቻ ጠየቀ።
    [takeback] { $side } እርምጃ እንዲመለስ ጠየቀ።
    [turns] { $side } በተራ መጫወት እንዲጀመር ጠየቀ።
   *[rematch] { $side } ድጋሚ ጨዋታ ጠየቀ።
}
event-decline = { $offer ->
    [draw] { $side } አቻውን አልተቀበለም።
    [takeback] { $side } እርምጃው እንዲመለስ አልተቀበለም።
    [turns] { $side } ማሰለፉን መቀጠል ይፈልጋል።
   *[rematch] { $side } ድጋሚ ጨዋታውን አልተቀበለም።
}
event-takeback = የ{ $side } አንድ እርምጃ በስምምነት ተመለሰ።
event-draw = ተጫዋቾቹ በአቻ ተስማሙ።
event-abort = { $side } ጨዋታውን ሰረዘ።
event-abort-unstarted = ተሰረዘ፦ በጊዜው የተንቀሳቀሰ የለም።
event-claim = { $result ->
    [draw] { $side } አቻ ይጠይቃል፦ ሌላው ወገን ወጥቷል።
   *[win] { $side } ድል ይጠይቃል፦ ሌላው ወገን ወጥቷል።
}
event-flag = የ{ $side } ጊዜ አለቀ።
event-vacation = { $side } በእረፍት ላይ ነው፤ ሰዓቱ ይጠብቃል።
event-vacation-over = { $side } ከእረፍት ተመልሷል።
event-time-added = { $side } { $seconds } ሰከንዶች ተጨመሩለት።
event-outage = አገልጋዩ ለ{ $seconds } ሰከንድ ተቋርጦ ነበር፤ ሰዓቶቹ ቆመዋል።
event-seeds = ሁለቱም ተጫዋቾች ለዳይሱ ዘራቸውን ሰጥተዋል።
event-contest = ሁለቱም ተጫዋቾች ያንኑ ቤት መረጡ። { $side } ቀደመ።
event-contest-open = ሁለቱም ተጫዋቾች ያንኑ ቤት መረጡ።
event-rematched = ቀጣዩ ጨዋታ ተጀመረ።
event-unknown = አዲስ የሩክ ስሪት ብቻ የሚያውቀው ነገር ተከስቷል።
reject-no-moderator = ይህን ማድረግ የሚችሉት አወያዮች ብቻ ናቸው።
reject-moderate-oneself = ስለ ራስዎ መወሰን አይችሉም።
reject-moderate-rank = ስለ አወያይ የሚወስነው አስተዳዳሪ ብቻ ነው፤ ስለ አስተዳዳሪ ደግሞ የጣቢያው ባለቤት ብቻ።
reject-chat-timeout = ለጊዜው መወያየት አይችሉም። በመለያዎ ያለው “ውሳኔዎች” ምክንያቱንና ጊዜውን ይናገራል።
reject-play-timeout = ለጊዜው ከሌሎች ጋር መጫወት አይችሉም። በመለያዎ ያለው “ውሳኔዎች” ምክንያቱንና ጊዜውን ይናገራል።
reject-opponent-timeout = ይህ ተጫዋች አሁን ጨዋታ መጀመር አይችልም።
reject-blocked = ሁለታችሁ መጫወት አትችሉም፤ አንዳችሁ ሌላውን አግዷል።
reject-offer-blocked = ተጋጣሚዎ ከእርስዎ ጥያቄ አይቀበልም።
reject-chat-word = ይህ መልእክት እዚህ ያልተፈቀደ ቃል አለው።
error-account-closed = ይህ መለያ ተዘግቷል። “ውሳኔዎች” ምክንያቱን ይናገራል፤ አንድ ጊዜ መልስ መስጠት ይችላሉ።
error-no-account-to-close = ይህ እንግዳ ነው፤ የሚዘጋ መለያ የለውም። ጊዜያዊ እገዳ ይምረጡ።
error-reported = ይህን አስቀድመው ሪፖርት አድርገዋል።
error-too-many-reports = በቀን { $count } ሪፖርቶች ማድረግ ይችላሉ። ነገ እንደገና ይሞክሩ።
error-report-text = ጽሑፉ ከ1 እስከ { $count } ፊደላት ይኖሩታል።
error-report-oneself = ራስዎን ሪፖርት ማድረግ አይችሉም።
error-resolved = ይህ ሪፖርት አስቀድሞ ተፈትቷል።
error-note-changed = ሌላ አወያይ በዚህ መካከል ማስታወሻ ጽፏል። አንብበው፣ ከዚያ የራስዎን ያክሉ።
error-appealed = ለዚህ ውሳኔ አስቀድሞ መልስ ተሰጥቷል ወይም ተሽሯል።
error-revoked = ይህ ውሳኔ አስቀድሞ ተሽሯል።
error-on-vacation = አስቀድመው በእረፍት ላይ ነዎት። ሌላ ለመጀመር ይህን ያብቁ።
error-vacation-days = { $count ->
    [one] ከዚህ ዓመት እረፍት አንድ ቀን ቀርቷል።
   *[other] ከዚህ ዓመት እረፍት { $count } ቀናት ቀርተዋል።
}
error-too-many-blocks = { $count } ሰዎችን ማገድ ይችላሉ።
