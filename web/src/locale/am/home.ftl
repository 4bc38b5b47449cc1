# Not checked by a native reader yet: see GLOSSARY.md.
learn = ይማሩ
colour-white = ነጭ
colour-black = ጥቁር
colour-gold = ወርቃማ
colour-green = አረንጓዴ
colour-red = ቀይ
result-you-won = { $reason ->
    [none] አሸንፈዋል
   *[other] አሸንፈዋል፦ { $reason }
}
result-you-lost = { $reason ->
    [none] ተሸንፈዋል
   *[other] ተሸንፈዋል፦ { $reason }
}
result-side-won = { $reason ->
    [none] { $side } አሸነፈ
   *[other] { $side } አሸነፈ፦ { $reason }
}
result-draw = { $reason ->
    [none] አቻ
   *[other] አቻ፦ { $reason }
}
result-aborted = ጨዋታው ተሰረዘ
reason-checkmate = ማት
reason-werera-mate = ማት
reason-stalemate = መፈናፈኛ ማጣት
reason-no-pseudo-move = መንቀሳቀስ የሚችል ጠጠር የለም
reason-bare-king = ብቸኛ ንጉሥ
reason-both-bare = ሁለት ብቸኛ ንጉሦች
reason-lone-man-limit = በገደቡ ውስጥ ማት አልሆነም
reason-bare-count = በገደቡ ውስጥ ማት አልሆነም
reason-king-captured = ንጉሡ ተማረከ
reason-failed-escape = ዳይሱ ከቼክ አላወጣም
reason-repetition = ድግግሞሽ
reason-move-limit = የእርምጃዎች ገደብ
reason-resignation = እጅ መስጠት
reason-agreement = በስምምነት
reason-time = ጊዜው አለቀ
reason-abandonment = ጨዋታው ተትቷል
opponent = ተጋጣሚ
level = ደረጃ
colour = ቀለም
colour-random = በዕጣ
