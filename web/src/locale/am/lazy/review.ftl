# Not checked by a native reader yet: see GLOSSARY.md.
review-title = ግምገማ
review-working = ሞተሩ እያንዳንዱን እንቅስቃሴ ይመለከታል፦ { $done }
review-turned = { $who ->
    [own] እስከ እንቅስቃሴ { $n } ያሸንፉ ነበር።
    [other] ተጋጣሚዎ እስከ እንቅስቃሴ { $n } ያሸንፍ ነበር።
   *[side] { $side } እስከ እንቅስቃሴ { $n } ያሸንፍ ነበር።
 }
review-even = እስከ እንቅስቃሴ { $n } እኩል ነበር።
review-ahead = { $who ->
    [own] ከእንቅስቃሴ { $n } ጀምሮ ይመሩ ነበር።
    [other] ተጋጣሚዎ ከእንቅስቃሴ { $n } ጀምሮ ይመራ ነበር።
   *[side] { $side } ከእንቅስቃሴ { $n } ጀምሮ ይመራ ነበር።
 }
review-bared = { $who ->
    [own] ንጉሥዎ በእንቅስቃሴ { $n } የመጨረሻ ጓደኛውን አጣ።
    [other] የተጋጣሚዎ ንጉሥ በእንቅስቃሴ { $n } የመጨረሻ ጓደኛውን አጣ።
   *[side] የ{ $side } ንጉሥ በእንቅስቃሴ { $n } የመጨረሻ ጓደኛውን አጣ።
 }
review-counted = ጨዋታውን በአቻ የጨረሰው ቆጠራ በእንቅስቃሴ { $n } ጀመረ።
review-lucky = { $who ->
    [own] ዳይሱ ለእርስዎ አደላ፦ የጨዋታው { $share }።
    [other] ዳይሱ ለተጋጣሚዎ አደላ፦ የጨዋታው { $share }።
   *[side] ዳይሱ ለ{ $side } አደላ፦ የጨዋታው { $share }።
 }
review-thrown-away = { $change ->
    [won-drawn] { $n }. { $move } በ{ $side } አሸናፊውን ፍጻሜ አቻ አደረገው።
    [won-lost] { $n }. { $move } በ{ $side } አሸናፊውን ፍጻሜ ሽንፈት አደረገው።
    [drawn-lost] { $n }. { $move } በ{ $side } አቻውን ፍጻሜ ሽንፈት አደረገው።
   *[points] { $n }. { $move } በ{ $side } በትክክል ከተፈታ ፍጻሜ { $points } ነጥብ አጠፋ።
 }
review-quiet = ብዙ ያጠፋ እንቅስቃሴ የለም።
review-worst = ብዙ ያስከፈለው እንቅስቃሴ፦ { $n }. { $move } በ{ $side }፣ የጨዋታውን { $loss } አጠፋ።
review-graph = በጨዋታው ሂደት የ{ $side } ዕድል
review-accuracy = ትክክለኛነት
review-errors = ጥቃቅን ስህተቶች · ስህተቶች · ከባድ ስህተቶች
review-luck = ዕድል
review-balance = ከመጀመሪያው እስከ መጨረሻው { $side } ያገኘው { $result }፦ { $luck } በዳይስ፣ { $skill } በሁለቱ ወገኖች እንቅስቃሴዎች። የቀረው { $remainder } ኮምፒውተሩ ከአንድ አቀማመጥ ወደ ሌላው ግምቱን የቀየረበት ወይም ጨዋታው እስከ መጨረሻ ያልተካሄደበት ነው።
review-moments = ወሳኝ ቅጽበቶች
review-lost = −{ $loss }
review-change-won-drawn = ድል ነበር፣ አሁን አቻ
review-change-won-lost = ድል ነበር፣ አሁን ሽንፈት
review-change-drawn-lost = አቻ ነበር፣ አሁን ሽንፈት
review-change-points = በትክክል
review-better = የተሻለ
review-instead = በ{ $move } ፋንታ፦
review-skipped = የመክፈቻው ምዕራፍ አይገመገምም፤ በእሱ ተራ የማንም አይደለምና።
