# Not checked by a native reader yet: see GLOSSARY.md.
language = ቋንቋ
translation-unchecked = ይህ ትርጉም በአማርኛ አፍ መፍቻ አንባቢ ገና አልታረመም።
translation-help = ለማረም ይርዱ
