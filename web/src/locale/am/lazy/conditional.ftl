# Not checked by a native reader yet: see GLOSSARY.md.
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
