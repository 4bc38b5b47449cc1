# Not checked by a native reader yet: see GLOSSARY.md.
reference-parameters = المعاملات
reference-body = المتن
reference-answer = الجواب
reference-optional = قد يغيب
