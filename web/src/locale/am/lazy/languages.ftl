# Not checked by a native reader yet: see GLOSSARY.md.
languages-title = ትርጉሞች
languages-lead = የጣቢያው ጽሑፎች ሁሉ በሁሉም ቋንቋዎች፣ ጎን ለጎን።
languages-unchecked = የእነዚህ ቋንቋዎች ጽሑፎች በአፍ መፍቻ አንባቢ ገና አልታረሙም፦ { $names }። ከእነዚህ አንዱን የሚናገሩ ከሆነ ሊያሻሽሏቸው ይችላሉ።
languages-how = ሊያርሙት ከፈለጉት ጽሑፍ በታች የተሻለ ጽሑፍ ይጻፉ። ከዚያ እርማቶችዎን ቀድተው ይላኩ።
languages-where = በፕሮጀክቱ ገጽ ላይ ይላኳቸው፤ ወይም እዚህ የተጠቀሱትን ፋይሎች ይቀይሩ።
languages-project = የፕሮጀክቱን ገጽ ይክፈቱ
languages-search = ጽሑፎችንና ቁልፎችን ይፈልጉ
languages-show = አሳይ
languages-all = ሁሉም ቋንቋዎች
languages-missing = የጎደሉ ጽሑፎች ብቻ
languages-count = { $n ->
    [one] { $n } ጽሑፍ
   *[other] { $n } ጽሑፎች
}
languages-none = የሚመሳሰል ጽሑፍ የለም።
languages-more = ተጨማሪ ጽሑፎች
languages-absent = የለም
languages-better = የተሻለ ጽሑፍ በ{ $language }
languages-copy = { $n ->
    [one] { $n } እርማት ቅዳ
   *[other] { $n } እርማቶች ቅዳ
}
languages-copied = ተቀድቷል። በመልእክትዎ ውስጥ ይለጥፉት።
languages-not-copied = አሳሽዎ መቅዳት አልፈቀደም። ከታች ያለውን ጽሑፍ ይምረጡ።
