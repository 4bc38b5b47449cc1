# Not checked by a native reader yet: see GLOSSARY.md.
conjectural = أعيد بناؤه جزئيًا
nav-learn = تعلّم
nav-play = العب
nav-library = المكتبة
footer-about = عن رُخ
footer-help = مساعدة
footer-source = الشيفرة المصدرية
footer-licence = الرخصة
footer-privacy = الخصوصية
choose-title = اختر لعبة
library-title = المكتبة
