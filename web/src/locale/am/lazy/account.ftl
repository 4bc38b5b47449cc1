# Not checked by a native reader yet: see GLOSSARY.md.
account-name = ስም
account-password = የይለፍ ቃል
account-recovery-code = የመልሶ ማግኛ ኮድ
account-device-code = ኮድ
account-copy = ቅዳ
account-copied = ተቀድቷል።
account-copy-by-hand = ጽሑፉን መርጠው በCtrl+C ወይም በረጅሙ በመጫን ይቅዱት።
account-remove = አስወግድ
account-signed-in = እንደ { $name } ገብተዋል።

sign-in-passkey = በይለፍ ቁልፍ ግባ
sign-in-passkey-text = መሣሪያዎ የጣት አሻራዎን፣ ፊትዎን ወይም የማያ መቆለፊያዎን ይጠይቃል። ስም አያስፈልግም።
sign-in-password = በይለፍ ቃል
sign-in-recovery = በመልሶ ማግኛ ኮድ
sign-in-recovery-text = መለያውን ሲፈጥሩ ካስቀመጧቸው አሥር ኮዶች አንዱ። እያንዳንዱ አንድ ጊዜ ይሠራል።
sign-in-device = ከሌላ መሣሪያ በተገኘ ኮድ
sign-in-device-text = በገቡበት መሣሪያ ላይ “መለያዎ”ን ከፍተው “መሣሪያ አክል”ን ይጫኑ።
sign-in-none = እስካሁን መለያ የለዎትም?
passkey-none-https = የይለፍ ቁልፎች የሚሠሩት https ባላቸው ገጾች ላይ ብቻ ነው፤ ይህ ገጽ የለውም።
passkey-none-browser = ይህ አሳሽ የይለፍ ቁልፎች የሉትም።
passkey-none-server = ይህ አገልጋይ በዚህ አድራሻ የይለፍ ቁልፎችን አያቀርብም።
passkey-cancelled = የይለፍ ቁልፍ አልተጠቀሙም፦ ተሰርዟል ወይም ጊዜው አልፏል።
passkey-known = ይህ መሣሪያ የመለያዎ የይለፍ ቁልፍ አስቀድሞ አለው።
passkey-address = አሳሹ በዚህ አድራሻ የይለፍ ቁልፎችን አይፈቅድም።
passkey-unfit = ይህ መሣሪያ እንዲህ ያለውን የይለፍ ቁልፍ መያዝ አይችልም።

register-text = በእንግድነት ያደረጓቸው ጨዋታዎች፣ እንቆቅልሾች፣ ጥናቶችና ቅንብሮች ይቆያሉ። የኢሜይል አድራሻ አያስፈልግም።
register-name-text = ለሌሎች ተጫዋቾች ይታያል። በ30 ቀናት አንድ ጊዜ ሊቀይሩት ይችላሉ።
register-passkey = በይለፍ ቁልፍ መለያ ፍጠር
register-passkey-text = መሣሪያዎ የይለፍ ቁልፉን ይይዛል፤ በጣት አሻራዎ፣ በፊትዎ ወይም በማያ መቆለፊያዎ ይከፍተዋል። የሚያስታውሱት ነገር የለም።
register-password = በምትኩ የይለፍ ቃል ተጠቀም
register-password-go = በይለፍ ቃል መለያ ፍጠር
register-impossible = ስለዚህ በዚህ አድራሻ መለያ መፍጠር አይቻልም። በእንግድነት መጫወት ይችላሉ።
register-known = መለያ አለዎት?
register-done = መለያዎ ዝግጁ ነው
register-go = አስቀምጫቸዋለሁ

codes-text = እነዚህን የመልሶ ማግኛ ኮዶች ደኅንነቱ በተጠበቀ ቦታ ያስቀምጡ። መሣሪያዎችዎ ቢጠፉ በአንዱ መግባት ይችላሉ። እያንዳንዱ አንድ ጊዜ ይሠራል፤ ዳግም አይታዩም።
codes-file = የ{ $name } የመልሶ ማግኛ ኮዶች በ{ $site }። እያንዳንዱ አንድ ጊዜ ይሠራል።
codes-save = አውርድ
codes-print = አትም
codes-left = { $n ->
    [0] የቀረ የመልሶ ማግኛ ኮድ የለም።
    [one] 1 የመልሶ ማግኛ ኮድ ቀርቷል።
   *[other] { $n } የመልሶ ማግኛ ኮዶች ቀርተዋል።
}
codes-renew = አዲስ ኮዶች ፍጠር
codes-renew-text = ከዚያ በኋላ የድሮዎቹ ኮዶች አይሠሩም።
codes-renewed = እነዚህ አዲሶቹ ኮዶችዎ ናቸው፤ የድሮዎቹ ከእንግዲህ አይሠሩም።

proof-title = እንደገና ይግቡ
proof-text = ሌላ ሰው በመሣሪያዎ ይህን እንዳያደርግ መጀመሪያ እንደገና ይግቡ።

account-none = እንግዳ ነዎት። መለያ ስምዎንና ጨዋታዎችዎን በማንኛውም መሣሪያ ይይዛል።
account-since = መለያው የተፈጠረው፦ { $date }።
account-games = ጨዋታዎችዎና ውጤቶችዎ
account-name-text = ለሌሎች ተጫዋቾች ይታያል፤ በተጠናቀቁ ጨዋታዎችና ውይይቶችም። በ30 ቀናት አንድ ጊዜ ሊቀይሩት ይችላሉ።
account-name-kept = ስምዎን ({ $name }) እንደገና መቀየር የሚችሉት፦ { $date }።

account-passkeys = የይለፍ ቁልፎች
passkeys-empty = የይለፍ ቁልፍ የለዎትም።
passkey-unused = ከ{ $created } ጀምሮ፣ እስካሁን ጥቅም ላይ አልዋለም
passkey-used = ከ{ $created } ጀምሮ፣ ለመጨረሻ ጊዜ ጥቅም ላይ የዋለው { $used }
passkey-label = ስም ይስጡት፣ ለምሳሌ “ስልክ”
passkey-add = የይለፍ ቁልፍ አክል
passkey-added = የይለፍ ቁልፉ ታክሏል።
passkey-remove = የይለፍ ቁልፍ { $label } አስወግድ
passkey-removed = የይለፍ ቁልፉ ተወግዷል። ከመሣሪያዎም ይሰርዙት።

password-new = አዲስ የይለፍ ቃል
password-set = የይለፍ ቃል አስቀምጥ
password-change = የይለፍ ቃል ቀይር
password-saved = አዲሱ የይለፍ ቃል ከአሁን ጀምሮ ይሠራል።
password-remove = የይለፍ ቃል አስወግድ
password-removed = የይለፍ ቃሉ ተወግዷል።
account-codes = የመልሶ ማግኛ ኮዶች

account-devices = መሣሪያዎች
device-this = ይህ መሣሪያ
device-seen = ለመጨረሻ ጊዜ የታየው { $date }
device-end-of = { $label } ን አስወጣ
device-ended = መሣሪያው ወጥቷል።
devices-end = ከሌሎች ቦታዎች ሁሉ ውጣ
devices-ended = ሌሎቹ መሣሪያዎችና ፕሮግራሞች በሙሉ ወጥተዋል።
device-add = መሣሪያ አክል
device-code-text = በሌላው መሣሪያ { $address } ን ከፍተው ይህን ኮድ በ5 ደቂቃ ውስጥ ያስገቡ፦
device-code-qr = ወይም ይህን በካሜራው ይቃኙ

account-tokens = ፕሮግራሞች
tokens-text = ቶከን ለምሳሌ ቦት ወይም የእርስዎ ስክሪፕት የሆነ ፕሮግራም በስምዎ እንዲሠራ ያደርጋል። መለያዎን መቀየር አይችልም።
token-scope-read = ጨዋታዎችዎን ማንበብ
token-scope-play = በስምዎ መጫወት
token-expires = እስከ { $date }
token-remove = ቶከን { $label } አስወግድ
token-removed = ቶከኑ ከእንግዲህ አይሠራም።
token-once = ቶከኑን አሁን ይቅዱ፦ ዳግም አይታይም።
token-new = አዲስ ቶከን
token-label = ለምን እንደሚያገለግል
token-scopes = ምን ማድረግ እንደሚችል
token-days = የሚሠራበት ጊዜ
token-day-count = { $n ->
    [one] 1 ቀን
   *[other] { $n } ቀናት
}
token-create = ቶከን ፍጠር

account-data = መረጃዎ
data-text = ይህ አገልጋይ ስለ እርስዎ ያለው ሁሉ በአንድ ፋይል፦ መለያ፣ ጨዋታዎችና ውይይት። ጥናቶች፣ ቅንብሮችና የተፈቱ እንቆቅልሾች በዚህ አሳሽ ውስጥ ናቸው።
data-download = ሁሉንም አውርድ
data-saved = ፋይሉ በውርዶችዎ ውስጥ ነው።
delete-title = መለያ ሰርዝ
delete-text = ስምዎ፣ የይለፍ ቁልፎች፣ መሣሪያዎችና ቶከኖች ወዲያውኑ ይሰረዛሉ፤ መመለስም አይቻልም። የተጠናቀቁ ጨዋታዎች ያለ ስምዎ ይቆያሉ።
delete-name = ለማረጋገጥ { $name } ብለው ይጻፉ
delete-go = መለያዬን ሰርዝ
register-terms = ደንቦቹ እዚህ ላለ ሁሉ ይሠራሉ።
