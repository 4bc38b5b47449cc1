# Not checked by a native reader yet: see GLOSSARY.md.
the-men = ጠጠሮች
diagram-of = { $man } በባዶ ሰሌዳ ላይ እንዴት እንደሚንቀሳቀስ
diagram-key = ● መሄድ ወይም መማረክ · ○ መሄድ ብቻ · ◌ መማረክ ብቻ። ፊት ወደ ላይ ነው።
the-laws = ደንቦቹ በዝርዝር
rules-learn = በ3 ደቂቃ ይማሩ
rules-page = ደንቦችና ምንጮች
rules-changed = ለዚህ ጨዋታ የተቀየሩ ደንቦች
card-of = { $man }
card-rules = ሁሉም ደንቦች
card-hint = ጠጠር እንዴት እንደሚንቀሳቀስ ለማየት በሰሌዳው ላይ ተጭነው ይያዙት፣ ጠቋሚውን በላዩ ያሳርፉ ወይም I ይጫኑ።
