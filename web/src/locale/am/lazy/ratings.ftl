# Not checked by a native reader yet: see GLOSSARY.md.
rated-text = ውጤቱ የሁለቱንም ተጫዋቾች ደረጃ ይለውጣል።
rated-not-account = ደረጃ የሚሰጣቸው ጨዋታዎች መለያ ላላቸው ተጫዋቾች ናቸው።
rated-not-time = ደረጃ የሚሰጠው ጨዋታ ሰዓት ወይም ለእያንዳንዱ እርምጃ ቀናት ያስፈልገዋል።
rated-not-start = ደረጃ የሚሰጠው ጨዋታ ከተለመደው አሰላለፍ ይጀምራል።
rated-not-odds = የሁለቱ ወገኖች ጊዜ የሚለያይበት ጨዋታ ደረጃ አይሰጠውም።
rated-register = መለያ ይክፈቱ
rated-sign-in = ይግቡ
rating-title = ደረጃ
rating-of = የ{ $name } ደረጃ፦ { $rating }
rating-change = { $name }፦
rating-pending = አዲሶቹ ደረጃዎች ከጥቂት ጊዜ በኋላ ይታያሉ።
rating-uncounted = ይህ ጨዋታ ለደረጃ አይቆጠርም፦ ተቋርጧል፣ ወይም አንዱ ወገን ጨርሶ አልተንቀሳቀሰም።
rating-deviation = ± { $n }
rating-games = { $n ->
    [one] { $n } ጨዋታ
   *[other] { $n } ጨዋታዎች
}
rating-games-title = ጨዋታዎች
rating-rank = ተራ
rating-player = ተጫዋች
rating-provisional = የጥያቄ ምልክት ደረጃው ገና እርግጠኛ እንዳልሆነ ያሳያል፤ ± ምን ያህል ሊሳሳት እንደሚችል ያሳያል።
rating-plot = ደረጃ የተሰጣቸው ጨዋታዎች ብዛት፦ { $games }። ከ{ $first } እስከ { $last }፣ በ{ $low } እና በ{ $high } መካከል።
ratings-title = ደረጃዎች
ratings-all = ሁሉም ደረጃዎች
ratings-of = የጨዋታ ዓይነት
ratings-none = እስካሁን በዝርዝሩ ማንም የለም፦ ደረጃ በቂ እርግጠኛ እስኪሆን ሃያ ያህል ጨዋታዎች ያስፈልጋሉ።
ratings-no-pools = እስካሁን ደረጃ የተሰጠው ጨዋታ አልተጫወተም።
ratings-begin = ጨዋታ ይምረጡ፣ ሰው ይጋብዙ፣ «ደረጃ የሚሰጠው» የሚለውን ይምረጡ።
ratings-how = ደረጃዎች በ Glicko-2 ይሰላሉ፣ ለእያንዳንዱ የጨዋታ ዓይነት ለየብቻ። ለወራት ያልተጫወተ ሰው እስከሚቀጥለው ጨዋታ ከዝርዝሩ ይወጣል።
pool-die = በዳይስ
pool-live = በቀጥታ
pool-days = ቀናት ለእያንዳንዱ እርምጃ
player-account = መለያ አለው
ratings-who = ተጫዋቾች
ratings-people = ሰዎች
ratings-bots = ቦቶች
