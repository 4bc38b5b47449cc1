# Not checked by a native reader yet: see GLOSSARY.md.
verify-title = ዳይሱን ያረጋግጡ
verify-none = በዚህ ጨዋታ ዳይስ አልተጣለም፤ ስለዚህ የሚረጋገጥ ነገር የለም።
verify-good = { $n ->
    [one] የተጣለው { $n } ዳይስ ትክክል ነው፦ አገልጋዩ ከጨዋታው በፊት ቃል ከገባበት ምስጢር ጋር ይስማማል።
   *[other] የተጣሉት { $n } ዳይሶች ሁሉ ትክክል ናቸው፦ አገልጋዩ ከጨዋታው በፊት ቃል ከገባበት ምስጢር ጋር ይስማማሉ።
}
verify-bad = { $n ->
    [one] { $n } ዳይስ አይስማማም።
   *[other] { $n } ዳይሶች አይስማሙም።
}
verify-bad-commitment = ምስጢሩ አገልጋዩ ከጨዋታው በፊት ቃል የገባበት አይደለም።
verify-later = ምስጢሩ ከጨዋታው በኋላ ይገለጣል። ያኔ እያንዳንዱን ዳይስ እዚህ ማረጋገጥ ይችላሉ።
verify-not-revealed = የዚህ ጨዋታ ምስጢር አልተገለጠም።
verify-no-means = አሳሽዎ ማረጋገጥ የሚችለው በhttps ብቻ ነው። ይህን ማስኬድ ይችላሉ፦
verify-how = ከመጀመሪያው ዳይስ በፊት አገልጋዩ የምስጢሩን አሻራ (hash) አሳትሟል። እያንዳንዱ ዳይስ ከዚያ ምስጢር፣ የሁለቱም ተጫዋቾች አሳሾች ከጨመሩት እና ከዳይሱ ተራ ቁጥር ይሰላል። ተራ ቁጥሩ በጨዋታው ውስጥ ያለው ቦታ ነው፦ እርምጃ ከተመለሰ በኋላ በዚያው ቦታ ያው ዳይስ ይወድቃል፣ ምንም እርምጃ ቢደረግ።
verify-how-now = ምስጢሩ አሁን ስለታወቀ አሳሽዎ እያንዳንዱን ዳይስ እንደገና አስልቶ ያነጻጽራል።
verify-commitment = ከጨዋታው በፊት የታተመ አሻራ
verify-secret = ምስጢር
verify-client = የተጫዋቾቹ አሳሾች የጨመሩት
verify-empty = (ምንም)
verify-throws = ዳይሶች
verify-no-throws = ምንም ዳይስ አልተጣለም
verify-n = ዳይስ
verify-side = ወገን
verify-face = የወጣው
verify-computed = የተሰላው
verify-agrees = ስምምነት
verify-ok = ይስማማል
verify-differs = አይስማማም
