# Not checked by a native reader yet: see GLOSSARY.md.
puzzle-daily = የዕለቱ እንቆቅልሽ
puzzle-ask-mate = { $n ->
    [1] ተራው የ{ $side } ነው፦ በአንድ እርምጃ ማት።
   *[other] ተራው የ{ $side } ነው፦ በ{ $n } እርምጃዎች ማት።
}
puzzle-ask-win = { $n ->
    [1] ተራው የ{ $side } ነው፦ ጨዋታውን በአንድ እርምጃ ያሸንፉ።
   *[other] ተራው የ{ $side } ነው፦ ጨዋታውን በ{ $n } እርምጃዎች ያሸንፉ።
}
puzzle-ask-advantage = ተራው የ{ $side } ነው፦ አንድ እርምጃ ወሳኝ ብልጫ ያስገኛል። የትኛው?
puzzle-ask-better = ተራው የ{ $side } ነው፦ አንድ እርምጃ ብልጫ ያስገኛል። የትኛው?
puzzle-ask-defence = ተራው የ{ $side } ነው፦ ጨዋታውን የሚያድነው አንድ እርምጃ ብቻ ነው። የትኛው?
puzzle-ask-hold = ተራው የ{ $side } ነው፦ ምንም የማያሳጣው አንድ እርምጃ ብቻ ነው። የትኛው?
puzzle-ask-roll = { $side } { $face } ጣለ፦ የተሻለው እርምጃ የትኛው ነው?
streak-today = ተፈትቷል፦ { $n ->
    [one] 1 ቀን በተከታታይ
   *[other] { $n } ቀናት በተከታታይ
}
streak = { $n ->
    [one] ትናንት ተፈትቷል። ሁለት ቀን በተከታታይ?
   *[other] እስካሁን { $n } ቀናት በተከታታይ። አንድ ተጨማሪ?
}
