# Not checked by a native reader yet: see GLOSSARY.md.
# Solved endings.
ending-title = የተፈታ የጨዋታ ፍጻሜ
ending-computing = ይህ ፍጻሜ በመሰላት ላይ…
ending-won = { $side } በ{ $plies } ግማሽ እንቅስቃሴ ያሸንፋል።
ending-drawn = አቻ።
ending-points = { $side } የሚጠብቀው ነጥብ { $points }፦ ድል { $win }፣ አቻ { $draw }።
ending-text = ሁለቱም ወገኖች ምርጡን ከተጫወቱ በትክክል እንዲህ ነው።
ending-text-points = ሁለቱም ወገኖች ምርጡን ከተጫወቱ በትክክል እንዲህ ነው። ድል 1 ነጥብ፣ አቻ ½ ነው። የእንቅስቃሴ ገደብ አልተቆጠረም።
ending-limit = ነገር ግን የእንቅስቃሴ ገደቡ ከድሉ በፊት፣ በ{ $left } ግማሽ እንቅስቃሴ ጨዋታውን አቻ ሊያደርገው ይችላል።
ending-faces = ከእያንዳንዱ መጣል በኋላ የሚጠበቅ ነጥብ እና ምርጡ እንቅስቃሴ
ending-moves-won = የሚያሸንፉ፣ እስከ መጨረሻው ከሚቀረው ግማሽ እንቅስቃሴ ጋር
ending-moves-drawn = አቻ የሚሆኑ
ending-moves-lost = የሚሸነፉ፣ እስከ መጨረሻው ከሚቀረው ግማሽ እንቅስቃሴ ጋር
ending-moves-chance = የሚጠበቅ ነጥብ፣ ከምርጡ እንቅስቃሴ ከሚያንስበት ጋር
