# Not checked by a native reader yet: see GLOSSARY.md.
server-studies = በአገልጋዩ ላይ ያሉ ጥናቶች
server-studies-lead = አስተያየት ያላቸው መስመሮች፣ በምዕራፎች። ብዙ ሰዎች አንድ ጥናት በአንድ ጊዜ ከሁሉም መሣሪያዎቻቸው ይጽፋሉ።
server-study-new = አዲስ ጥናት
server-studies-mine = የእኔ ጥናቶች
server-studies-none = በአገልጋዩ ላይ ገና ጥናት የለዎትም።
server-studies-shared = ለእኔ የተጋሩ
server-studies-public = ይፋዊ ጥናቶች
server-studies-no-public = ገና ይፋዊ ጥናት የለም።
server-studies-account = በአገልጋዩ ላይ ያሉ ጥናቶች ከመለያ ጋር ይቀመጣሉ። ያለ መለያ ይፋዊ ጥናቶችን ማንበብና የራስዎን በዚህ አሳሽ ማስቀመጥ ይችላሉ።
server-studies-board = ወደ ትንተና ሰሌዳ
server-studies-all = ሁሉም ጥናቶች
server-studies-waiting = የሚጠብቁ ለውጦች
server-studies-unnamed = ጥናት

study-called = የጥናቱ ስም
study-for = ማን ሊያነበው ይችላል
study-for-private = የግል
study-for-private-text = እርስዎና ያጋሯቸው ሰዎች ብቻ።
study-for-link = በማስፈንጠሪያ
study-for-link-text = ማስፈንጠሪያው ያለው ማንኛውም ሰው።
study-for-public = ይፋዊ
study-for-public-text = ማንኛውም ሰው፤ በዝርዝር ውስጥ ይታያል።
study-games = ጨዋታዎች በPGN፣ እያንዳንዱ አንድ ምዕራፍ (አማራጭ)
study-file = ፋይል ይምረጡ
study-make = ጥናት ፍጠር
study-by = በ{ $name }
study-hidden = በአወያዮች የተደበቀ
study-role = ፈቃድ
study-role-owner = ባለቤት
study-role-writer = ያነባል፣ ይጽፋል
study-role-reader = ያነባል
study-role-of = { $name } ምን ማድረግ ይችላል

study-settings = ቅንብሮች
study-keep-changes = አስቀምጥ
study-changed = ተቀምጧል።
study-people = ሰዎች
study-share-with = አጋራ ለ (የመለያ ስም)
study-share = አጋራ
study-shared = ለ{ $name } ተጋርቷል።
study-unshare = አስወግድ
study-unshare-it = { $name }ን አስወግድ
study-unshared = { $name } ተወግዷል።
study-end = ጥናቱን ሰርዝ
study-end-sure = ለሁሉም ለዘለቄታው ይሰረዝ?
study-leave = ጥናቱን ተው
study-leave-sure = ይተዉት? ዳግመኛ ሊያስገባዎ የሚችለው ባለቤቱ ብቻ ነው።

study-read-only = ማንበብ ይችላሉ። በሰሌዳው ላይ የሚሞክሩት ከእርስዎ ጋር ብቻ ይቆያል።
study-gone-away = ይህን ጥናት ከእንግዲህ ማንበብ አይችሉም። ከዚህ ገጽ ከመውጣትዎ በፊት የሚያስፈልግዎትን ያውርዱ ወይም ይቅዱ።
study-not-connected = ግንኙነት የለም፦ የሌሎች ለውጦች ዘግይተው ይመጣሉ፤ የእርስዎ እስኪላኩ በዚህ አሳሽ ይቀመጣሉ።
study-here = አሁን እዚህ ያሉ፦ { $names }።
study-others = { $n ->
    [one] አንድ ተጨማሪ አንባቢ።
   *[other] { $n } ተጨማሪ አንባቢዎች።
}
study-waiting = { $n ->
    [one] አንድ ለውጥ ገና አልተላከም።
   *[other] { $n } ለውጦች ገና አልተላኩም።
}
study-not-kept = የዚህ አሳሽ ማከማቻ ሞልቷል ወይም ተዘግቷል፦ ገና ያልተላከው ከዚህ ገጽ ሲወጡ ይጠፋል።
study-report = ሪፖርት አድርግ
study-link-copied = ማስፈንጠሪያው ተቀድቷል።
study-copy-here = ምዕራፉን ወደዚህ መሣሪያ ቅዳ
study-other-account = አሁን እንደ ሌላ ሰው ገብተዋል፤ ስለዚህ ለውጦችዎ አልተላኩም። እንደ ቀድሞው ዳግመኛ እስኪገቡ ይቀመጣሉ።
study-unplayable = ይህ ምዕራፍ ሊታይ አይችልም፦ { $why }

chapter = ምዕራፍ
chapter-name = የምዕራፉ ስም
chapter-tags = የPGN መለያዎች
chapter-tags-of = የ{ $name } የPGN መለያዎች
chapter-tags-text = እያንዳንዱ መለያ ዋጋው በጥቅስ ውስጥ ሆኖ በአንድ መስመር ይጻፋል። በዚህ ምዕራፍ PGN ውስጥ ይገኛሉ፤ መለያን ለማንሳት መስመሩን ይሰርዙ።
chapter-tags-wrong = ይህ መስመር መለያ አይደለም፦ { $line }
chapter-up = { $name }ን ወደ ላይ አንቀሳቅስ
chapter-down = { $name }ን ወደ ታች አንቀሳቅስ
chapter-new = አዲስ ምዕራፍ
chapter-game = ጨዋታ
chapter-add = ምዕራፍ ጨምር
chapter-from-position = ከአቀማመጥ አዲስ ምዕራፍ
chapter-of-position = አቀማመጥ { $n }
chapters-title = ምዕራፎች
chapters-none = ይህ ጥናት ገና ምዕራፍ የለውም።
chapters-begin = ይህ ጥናት ገና ምዕራፍ የለውም። ለመጨመር “ምዕራፎች”ን ይክፈቱ።
chapters-deleted = የተሰረዙ ({ $n })
chapters-from-pgn = ምዕራፎች ከPGN
chapters-from-pgn-text = እያንዳንዱ ጨዋታ ምዕራፍ ይሆናል። የአንድ ምዕራፍ ውድድር፣ ዙርና ተጫዋቾች ያሉት ጨዋታ ያንኑ ምዕራፍ ይቀጥላል፤ ስለዚህ በሂደት ላይ ያለ ጨዋታ ደጋግሞ መላክ ይቻላል።
chapters-read-it = አንብብ
chapters-read = የተጨመሩ ምዕራፎች፦ { $added }፣ የቀጠሉ፦ { $updated }።

refused-title = { $n ->
    [one] አንድ ለውጥ አልተጻፈም
   *[other] { $n } ለውጦች አልተጻፉም
}
refused-chapter = አዲስ ምዕራፍ
refused-rename = የምዕራፍ ስም
refused-tags = የጨዋታ መረጃዎች
refused-drop = ምዕራፍ መሰረዝ ወይም መመለስ
refused-order = የምዕራፎች ቅደም ተከተል
refused-line = እንቅስቃሴዎች
refused-comment = አስተያየት
refused-glyphs = ምልክቶች
refused-marks = ቀስቶችና ክበቦች
refused-sort = የአማራጭ መስመሮች ቅደም ተከተል
refused-remove = እንቅስቃሴዎችን መሰረዝ
refused-copy = ጽሑፉን ቅዳ
refused-copied = ተቀድቷል።
refused-by-hand = ለመቅዳት ጽሑፉን ይምረጡ።
refused-dismiss = አስወግድ
waiting-discard = ተወው
