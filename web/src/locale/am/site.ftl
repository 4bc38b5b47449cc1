# Not checked by a native reader yet: see GLOSSARY.md.
conjectural = በከፊል ተመልሶ የተገነባ
nav-learn = ይማሩ
nav-play = ይጫወቱ
nav-library = ቤተ መጻሕፍት
footer-about = ስለ ሩክ
footer-help = እገዛ
footer-source = የፕሮግራሙ ኮድ
footer-licence = ፈቃድ
footer-privacy = ግላዊነት
choose-title = ጨዋታ ይምረጡ
library-title = ቤተ መጻሕፍት
