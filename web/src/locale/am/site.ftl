# Not checked by a native reader yet: see GLOSSARY.md.
nav-learn = ይማሩ
nav-play = ይጫወቱ
nav-library = ቤተ መጻሕፍት
footer = ስለዚህ ጣቢያ
footer-about = ስለ ሩክ
footer-help = እገዛ
footer-api = ኤፒአይ
footer-source = ምንጭ ኮድ
footer-licence = ፈቃድ፦ GPL 3
footer-privacy = ግላዊነት
site-offline = ከመስመር ውጭ ነዎት። የከፈቷቸውን ደንቦችና ትምህርቶች አሁንም ማንበብ ይችላሉ፤ ግንኙነቱ ሲመለስ ጨዋታዎቹ ይቀጥላሉ።
site-update = አዲስ የሩክ ስሪት ዝግጁ ነው።
site-update-go = እንደገና ጫን
site-reload-needed = ይህ ገጽ አዲስ የሩክ ስሪት ያስፈልገዋል።
site-kept = መጨረሻ የታየው፦ { $when }። ከዚያ በኋላ የተደረጉ እርምጃዎች እዚህ የሉም።
choose-title = ጨዋታ ይምረጡ
conjectural = በከፊል ተመልሶ የተገነባ
