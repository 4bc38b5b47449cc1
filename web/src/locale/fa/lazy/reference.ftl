# Not checked by a native reader yet: see GLOSSARY.md.
reference-parameters = پارامترها
reference-body = متن درخواست
reference-answer = پاسخ
reference-optional = می‌تواند نباشد
