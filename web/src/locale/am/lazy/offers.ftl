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
