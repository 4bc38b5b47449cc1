# Not checked by a native reader yet: see GLOSSARY.md.
puzzles-title = እንቆቅልሾች
puzzles-lead = አንድ ጥሩ እርምጃ ብቻ ያላቸው አቀማመጦች። በሰሌዳው ላይ ይፈልጉት፤ የተሳሳተ እርምጃ ምላሽ ያገኛል፣ እንደገናም ይሞክራሉ።
puzzles-start = የመጀመሪያውን ይፍቱ
puzzles-continue = ቀጣዩን ይፍቱ
puzzles-next = ቀጣዩ ያልተፈታ
puzzles-progress = ከ{ $all } { $done } ተፈትተዋል
puzzles-theme = ርዕስ
puzzles-difficulty = ክብደት
puzzles-all = ሁሉም
puzzles-none = እንዲህ ያለ እንቆቅልሽ የለም። ሌላ ርዕስ ወይም ክብደት ይምረጡ።
puzzles-mansubat = የጥንት ጌቶች እንቆቅልሾች
puzzles-mansubat-text = መንሱባት የሻትራንጅ ተጫዋቾች የሠሯቸው፣ ከዘጠነኛው ክፍለ ዘመን ጀምሮ የተሰበሰቡና የተተረኩ የቼዝ ጥያቄዎች ናቸው።
puzzle-title = እንቆቅልሽ፦ { $name }
puzzle-label-new = እንቆቅልሽ { $n }፣ { $name }። { $question } ክብደት { $difficulty } ከ5
puzzle-label-solved = እንቆቅልሽ { $n }፣ { $name }፣ ተፈትቷል። { $question } ክብደት { $difficulty } ከ5
puzzle-label-failed = እንቆቅልሽ { $n }፣ { $name }፣ ገና አልተፈታም። { $question } ክብደት { $difficulty } ከ5
puzzle-state-solved = ተፈትቷል
puzzle-state-failed = ገና አልተፈታም
puzzle-difficulty = ክብደት { $n } ከ5
puzzle-ask-mate = { $n ->
    [1] ተራው የ{ $side } ነው፦ በአንድ እርምጃ ማት።
   *[other] ተራው የ{ $side } ነው፦ በ{ $n } እርምጃዎች ማት።
}
puzzle-ask-win = { $n ->
    [1] ተራው የ{ $side } ነው፦ ጨዋታውን በአንድ እርምጃ ያሸንፉ።
   *[other] ተራው የ{ $side } ነው፦ ጨዋታውን በ{ $n } እርምጃዎች ያሸንፉ።
}
puzzle-ask-advantage = ተራው የ{ $side } ነው፦ አንድ እርምጃ ወሳኝ ብልጫ ያስገኛል። የትኛው?
puzzle-ask-defence = ተራው የ{ $side } ነው፦ ጨዋታውን የሚያድነው አንድ እርምጃ ብቻ ነው። የትኛው?
puzzle-ask-roll = { $side } { $face } ጣለ፦ የተሻለው እርምጃ የትኛው ነው?
puzzle-right = ትክክል! ይቀጥሉ።
puzzle-solved = ተፈታ!
puzzle-solution = መፍትሔው ይህ ነው።
puzzle-checking = አሁን { $other } ምን ያደርጋል?
puzzle-refuted = የተሻለው አይደለም፦ { $line }። ከነጥቦቹ { $expected } % ይጠበቅ ነበር፣ በትክክለኛው እርምጃ { $best } %።
puzzle-refuted-plain = አይበቃም፦ { $line }።
puzzle-loses = ይህ ያሸንፍዎታል፦ { $line }።
puzzle-slower = ይህም ያሸንፋል፣ ግን ይረዝማል። ፈጣን መንገድ አለ።
puzzle-as-good = ኮምፒውተሩ { $line } ተቀራራቢ ነው ይላል ({ $expected } % እና { $best } %)። እንቆቅልሹ ሌላ እርምጃ ይፈልጋል።
puzzle-illegal = ይህ እርምጃ አይቻልም።
puzzle-again = እንደገና ይሞክሩ
puzzle-show = መፍትሔውን አሳይ
puzzle-next = ቀጣይ እንቆቅልሽ
puzzle-skip = ሌላ እንቆቅልሽ
puzzle-repeat = አንድ ጊዜ እንደገና
puzzle-all-solved = ሁሉም ተፈትተዋል
puzzle-analyse = በመተንተኛ ሰሌዳ ላይ ክፈት
puzzle-sources = ምንጮች፦
puzzle-verified-proof = ሌላ እርምጃ በጊዜው አያሸንፍም፤ ሁሉም ተፈትሸዋል።
puzzle-verified-search = በኮምፒውተሩ ሁለተኛው የተሻለ እርምጃ ከነጥቦቹ በ{ $margin } % ያንሳል።
puzzle-verified-checks = እያንዳንዱ መከላከያ ተፈትሿል፤ ሌላ እርምጃም እንደማያሸንፍ ግን አልተረጋገጠም።
puzzle-verified-sources = መፍትሔው የምንጮቹ ነው፤ እዚህ ለመፈተሽ በጣም ረጅም ነው።
puzzle-theme-mate = ማት
puzzle-theme-bare-king = ብቸኛ ንጉሥ
puzzle-theme-stalemate = መፈናፈኛ ማጣት ያሸንፋል
puzzle-theme-king-capture = ንጉሥ መማረክ
puzzle-theme-fork = ድርብ ጥቃት
puzzle-theme-promotion = ዕድገት
puzzle-theme-material = ጠጠር ማትረፍ
puzzle-theme-sacrifice = መሥዋዕት
puzzle-theme-quiet = ጸጥ ያለ እርምጃ
puzzle-theme-defence = መከላከል
puzzle-theme-die = በዳይስ
puzzle-theme-endgame = የጨዋታ ፍጻሜ
puzzle-theme-mansuba = የጥንት ጌቶች
mansuba-dilaram = የዲላራም ማት
mansuba-dilaram-story = አንድ መኳንንት በቼዝ ያለውን ሁሉ ተሸንፎ የሚወዳትን ሚስቱን ዲላራምን አስያዘ። ይህም ጨዋታ የተሸነፈ መስሎ ሳለ እርሷ «ሁለቱን ሩኮች ስጥ፣ ዲላራምን ግን አትስጥ!» ብላ ሹክ አለችው። ሁለቱን ሩኮች ሰጠ፣ ማትም አደረገ። ታሪኩ ከዚህ እንቆቅልሽ ጋር በብዙ ስብስቦች ይተረካል፤ አንዳንድ ሥዕሎች በc4 ላይ ጥቁር ፈረስ ይጨምራሉ፣ ይህ ግን ምንም አይለውጥም።
mansuba-dilaram-legacy = የዲላራም ውርስ
mansuba-dilaram-legacy-story = በዲላራም ማት መንፈስ የተሠራ፣ በChess Variant Pages መንሱባት ውስጥ የሚገኝ እንቆቅልሽ፦ ሁለት ፈረሶች ሻሁን በቼክ ላይ ቼክ እየሰጡ በመላው ሰሌዳ ያሳድዱታል፣ በመጨረሻም ፊሉ ማት ያደርጋል።
mansuba-suli-diamond = የአስ-ሱሊ አልማዝ
mansuba-suli-diamond-story = በአሥረኛው ክፍለ ዘመን በባግዳድ በከሊፋዎች አደባባይ የተጫወተው አስ-ሱሊ፣ ከእርሱ የተማረ ካልሆነ በቀር ይህን አቀማመጥ የፈታ የለም ብሎ ነበር። አቨርባክ መፍትሔውን እስኪያሳትም ድረስ ምስጢሩ ለሺህ ዓመት ተጠብቆ ቆየ። ነጭ የመጨረሻውን ፊርዛን ማርኮ ጥቁሩን ሻህ ብቻውን ማስቀረት አለበት። የመጀመሪያውን እርምጃ ይፈልጉ።
mansuba-suli-diamond-after = የእነዚህ አራት ጠጠሮች አቀማመጦች ሁሉ ሰንጠረዥም ይህንኑ ያሳያል፦ 1.Kb4 በሃያ እርምጃዎች፣ ከሁሉ ፈጥኖ ያሸንፋል። Kc2 እንዲሁም ፊርዛኑን ወደ b4 ወይም d2 መውሰድ ጊዜ ብቻ ያባክናል፤ ሌላ ማንኛውም እርምጃ ድሉን ያሳጣል። ዋናው መስመር ይቀጥላል፦ 3…Kf6 4.Kd5 Kf7 5.Ke5 Kg7 6.Ke6 Kg8 7.Kf6 Kh8 8.Kg6 Kg8 9.Fd2!! Kf8 10.Fc1 Ke7 11.Kf5።
