# Not checked by a native reader yet: see GLOSSARY.md.
sound = ድምፅ
sound-on = ድምፅ በርቷል
sound-off = ድምፅ ጠፍቷል
captured = የተማረኩ፦ { $pieces }
captured-kind = { $n } × { $man }
guards = { $n } ቀርተዋል
guards-title = ንጉሡን ብቸኛ ከመሆን የሚጠብቁ ጠጠሮች
card-close = ዝጋ
step-first = የጨዋታው መጀመሪያ
step-last = የአሁኑ አቀማመጥ
review = ግምገማ
