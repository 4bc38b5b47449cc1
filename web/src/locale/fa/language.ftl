# Not checked by a native reader yet: see GLOSSARY.md.
language = زبان
translation-unchecked = این ترجمه را هنوز فارسی‌زبانی بازبینی نکرده است.
translation-help = به درست کردن آن کمک کنید
