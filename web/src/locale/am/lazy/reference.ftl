# Not checked by a native reader yet: see GLOSSARY.md.
reference-parameters = መለኪያዎች
reference-body = ይዘት
reference-answer = ምላሽ
reference-optional = ላይኖር ይችላል
