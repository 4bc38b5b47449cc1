# Not checked by a native reader yet: see GLOSSARY.md.
conjectural = بخشی بازسازی‌شده
nav-learn = آموزش
nav-play = بازی
nav-library = کتابخانه
footer-about = درباره رخ
footer-help = راهنما
footer-source = کد برنامه
footer-licence = مجوز
footer-privacy = حریم خصوصی
choose-title = یک بازی برگزینید
library-title = کتابخانه
