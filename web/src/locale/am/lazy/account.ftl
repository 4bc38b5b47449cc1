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
sign-in-provider = በ{ $provider } ቀጥል
provider-refused-provider-away = አቅራቢው ማን እንደሆኑ አልተናገረም። እንደገና ይሞክሩ፣ ወይም በሌላ መንገድ ይግቡ።
provider-refused-identity-taken = ይህ የአቅራቢ መለያ እዚህ ወደ ሌላ መለያ ያስገባል።
provider-refused-identity-other = ይህ የአቅራቢ መለያ ወደ መለያዎ አያስገባም።
provider-refused-too-many-identities = አንድ መለያ ከእነዚህ ቢበዛ 8 አለው።
provider-refused-prove-it = አቅራቢው እንዲገቡ አልጠየቀዎትም፣ ስለዚህ ይህ ምንም አያረጋግጥም። እዚያ እንደገና ይግቡ፣ ወይም በሌላ መንገድ ያረጋግጡ።
provider-refused-registration-closed = እዚህ መለያ መክፈት አይቻልም።
provider-refused-unavailable = አገልጋዩ በጣም ሥራ በዝቶበታል። ከጥቂት ጊዜ በኋላ ይሞክሩ።
provider-refused-busy = አገልጋዩ በጣም ሥራ በዝቶበታል። ከጥቂት ጊዜ በኋላ ይሞክሩ።
provider-visit-added = ከአሁን ጀምሮ ያስገባዎታል።
provider-visit-proved = እንደገና ገብተዋል። አሁን ማድረግ የፈለጉትን ያድርጉ።
provider-leaves = ይህ ከዚህ ገጽ ያወጣል፤ የጻፉት ይጠፋል።
provider-refused-bad-sign-in = አቅራቢው ማን እንደሆኑ አልጠየቀዎትም። እዚያ እንደገና ይግቡ፣ ወይም በሌላ መንገድ ያረጋግጡ።
provider-refused-over = ወደ አቅራቢው የተደረገው ጉብኝት ተቋርጧል፣ ወይም በጣም ዘግይቷል። እንደገና ይጀምሩ።
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
register-provider = በ{ $provider } መለያ ክፈት
register-password-go = በይለፍ ቃል መለያ ፍጠር
register-impossible = ስለዚህ በዚህ አድራሻ መለያ መፍጠር አይቻልም። በእንግድነት መጫወት ይችላሉ።
register-closed = በዚህ ድረ ገጽ መለያ መፍጠር አይቻልም። በእንግድነት መጫወት ይችላሉ።
register-invitation = ግብዣ
register-invitation-text = እዚህ መለያ የሚፈጠረው በግብዣ ነው፤ አስተዳዳሪው የሰጠዎትን ኮድ ያስገቡ።
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
account-studies = የእርስዎ ጥናቶች
account-name-text = ለሌሎች ተጫዋቾች ይታያል፤ በተጠናቀቁ ጨዋታዎችና ውይይቶችም። በ30 ቀናት አንድ ጊዜ ሊቀይሩት ይችላሉ።
account-name-kept = ስምዎን ({ $name }) እንደገና መቀየር የሚችሉት፦ { $date }።

account-providers = የሚያስገቡዎት ድረ ገጾች
provider-add = { $provider } ጨምር
provider-removed = ከእንግዲህ አያስገባዎትም።
provider-unused = ከ{ $created } ጀምሮ፣ ገና አልተጠቀሙበትም
provider-used = ከ{ $created } ጀምሮ፣ መጨረሻ በ{ $used }
provider-remove = { $provider } አስወግድ፣ ከ{ $created } ጀምሮ
provider-gone = ይህ ድረ ገጽ ከእንግዲህ እዚህ ማንንም አያስገባም።
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

account-bot = ቦት
bot-text = ቦት በቶከን በሚገባ ፕሮግራም አማካኝነት በራሱ ይጫወታል። ስሙ በሁሉም ቦታ ይህን ይገልጻል፣ የራሱ የደረጃ ሰሌዳ አለው፣ ቦቶችን በሚፈቅዱ ውድድሮች ብቻ ይሳተፋል።
bot-make = ይህን የቦት መለያ ማድረግ
bot-for-good = ይህ ሊመለስ አይችልም፤ ቦት ሊሆን የሚችለው ያልተጫወተ መለያ ብቻ ነው።
bot-go = ቦት ይሁን
bot-done = ይህ አሁን የቦት መለያ ነው።
bot-since = ከ{ $date } ጀምሮ የቦት መለያ። ስሙ በሁሉም ቦታ ይህን ይገልጻል።

account-data = መረጃዎ
data-text = ይህ አገልጋይ ስለ እርስዎ ያለው ሁሉ በአንድ ፋይል፦ መለያ፣ ጨዋታዎች፣ ውይይትና በአገልጋዩ ላይ ያሉ ጥናቶችዎ። የዚህ አሳሽ ጥናቶች፣ ቅንብሮችና የተፈቱ እንቆቅልሾች እዚህ ብቻ ናቸው።
data-download = ሁሉንም አውርድ
data-saved = ፋይሉ በውርዶችዎ ውስጥ ነው።
delete-title = መለያ ሰርዝ
delete-text = ስምዎ፣ የይለፍ ቁልፎች፣ መሣሪያዎችና ቶከኖች ወዲያውኑ ይሰረዛሉ፤ መመለስም አይቻልም። የተጠናቀቁ ጨዋታዎች ያለ ስምዎ ይቆያሉ።
delete-name = ለማረጋገጥ { $name } ብለው ይጻፉ
delete-go = መለያዬን ሰርዝ
register-terms = ደንቦቹ እዚህ ላለ ሁሉ ይሠራሉ።

account-email = ኢሜይል
email-text = አድራሻ ካለዎት ሌላውን ሁሉ ሲያጡ መግባትና ማሳወቂያ ማግኘት ይችላሉ። ሌላ ማንም አያየውም።
email-address = የኢሜይል አድራሻ
email-new = ሌላ አድራሻ
email-send = ኮድ ላክ
email-sent = ኮድ ወደ { $address } ተልኳል። ለአንድ ሰዓት ይሠራል።
email-waiting = ኮዱ የተላከበት አድራሻ፦
email-code = ከኢሜይሉ የመጣ ኮድ
email-confirm = አረጋግጥ
email-confirmed = አድራሻው ተረጋግጧል።
email-remove = አድራሻውን አስወግድ
email-removed = አድራሻው ተወግዷል።
email-notices = ኢሜይል ይላክልኝ
email-notice-proposed = አንድ ሰው ጨዋታ ሲያቀርብ
email-notice-soon = የተስማማንበት ጨዋታ በአሥር ደቂቃ ውስጥ ሲጀምር
email-notice-turn = ተራው የእኔ ሆኖ ለአንድ ቀን ሳልኖር
email-notice-decision = አወያዮች ስለ እኔ ሲወስኑ
email-always = አዲስ መግባትና የአገባብ ለውጥ ሁልጊዜ ይላካል።
email-language = የኢሜይሎች ቋንቋ
email-saved = ተቀምጧል።

sign-in-email = በኢሜይል በሚላክ ኮድ
sign-in-email-text = መለያ ያንን አድራሻ ካለው ኮድ ይላካል። ኮዱ ሌሎች መሣሪያዎችን ሁሉ ያስወጣል።
sign-in-email-sent = መለያ ይህ አድራሻ ካለው ኮድ ተልኳል። እዚህ ያስገቡት ወይም በኢሜይሉ ውስጥ ያለውን አገናኝ ይክፈቱ።
unsubscribe-title = እነዚህን ኢሜይሎች አቁም
unsubscribe-text = እንዲህ ያሉ ኢሜይሎች ከእንግዲህ አይደርሱዎትም። ሲገቡ በዚህ ገጽ ላይ እንደገና ማብራት ይችላሉ።
unsubscribe-go = አቁም
unsubscribe-done = እንዲህ ያሉ ኢሜይሎች ከእንግዲህ አይደርሱዎትም።
