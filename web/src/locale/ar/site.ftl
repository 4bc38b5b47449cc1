# Not checked by a native reader yet: see GLOSSARY.md.
nav-learn = تعلّم
nav-play = العب
nav-library = المكتبة
footer = عن هذا الموقع
footer-about = عن رُخ
footer-help = المساعدة
footer-api = واجهة البرمجة
footer-source = الشيفرة المصدرية
footer-licence = الرخصة: GPL 3
footer-privacy = الخصوصية
site-offline = أنت غير متصل. يمكنك قراءة ما فتحته من قواعد ودروس، وتتابع المباريات حين يعود الاتصال.
site-update = إصدار جديد من رُخ جاهز.
site-update-go = أعد التحميل
site-reload-needed = تحتاج هذه الصفحة إلى إصدار أحدث من رُخ.
site-kept = آخر مشاهدة: { $when }. النقلات التي لُعبت بعد ذلك غير معروضة.
choose-title = اختر لعبة
conjectural = أعيد بناؤه جزئيًا
