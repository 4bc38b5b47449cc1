# Not checked by a native reader yet: see GLOSSARY.md.
offer-draw = { $side } አቻ ይጠይቃል።
offer-takeback = { $side } የመጨረሻው እርምጃ እንዲመለስ ይጠይቃል።
offer-turns = { $side } በተራ መጫወት እንዲጀመር ይጠይቃል።
offer-rematch = { $side } ድጋሚ ጨዋታ ይፈልጋል።
offered-draw = አቻ ጠይቀዋል።
offered-takeback = እርምጃዎ እንዲመለስ ጠይቀዋል።
offered-turns = በተራ መጫወት እንዲጀመር ጠይቀዋል።
offered-rematch = ድጋሚ ጨዋታ ጠይቀዋል።
claim-title = ውጤቱን ይጠይቁ
claim-soon = ተጋጣሚዎ ወጥቷል። ከ{ $left } በኋላ ድል ወይም አቻ መጠየቅ ይችላሉ።
claim-text = ተጋጣሚዎ ወጥቷል። ውጤቱን ይጠይቁ ወይም ይጠብቁ።
claim-text-own = ተጋጣሚዎ ወጥቷል። አሁን አቻ ይጠይቁ፤ ወይም መጀመሪያ ተንቀሳቅሰው ድል ይጠይቁ።
claim-win = ድል ይጠይቁ
claim-draw = አቻ ይጠይቁ
accept = ተቀበል
premove-when = አስቀድሞ የተዘጋጀ እርምጃ ሁኔታ
premove-ask = በሚቀጥለው ተራ { $way }፦
premove-face = ዳይሱ { $face } ከሆነ
premove-any = ዳይሱ ምንም ይሁን
premove-if = { $way } ዳይሱ { $face } ከሆነ
premove-stands = ቀጣይ፦ { $moves }
premove-withdraw = ይቅር
odds-times = { $white } በ{ $first } ይጫወታል፣ { $black } በ{ $second }።
odds-without = { $side } ያለ እነዚህ ይጫወታል፦ { $pieces }።
conditional-title = ሁኔታዊ እርምጃዎች
conditional-open = { $n ->
    [one] { $n } ሁኔታዊ መስመር
   *[other] { $n } ሁኔታዊ መስመሮች
}
conditional-try = የተቃዋሚዎን እርምጃ ይጫወቱ፤ ከዚያ መልስዎን።
conditional-answer = አሁን ለእሱ መልስዎን።
conditional-end = ጨዋታው እዚህ ያበቃል።
conditional-back = አንድ ወደ ኋላ
conditional-start = የአሁኑ አቀማመጥ
conditional-line = { $after } → { $move }
conditional-remove = { $line } ያስወግዱ
conditional-none = እስካሁን መልስ የለም።
conditional-save = አስቀምጥ
conditional-gone = ጨዋታው ቀጥሏል፤ እነዚህ መልሶች ጊዜ አልፎባቸዋል።
conditional-full = ቢበዛ { $most } መልሶች ብቻ ይቻላሉ። አንዳንዶቹን ያስወግዱ።
