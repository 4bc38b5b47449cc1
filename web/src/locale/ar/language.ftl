# Not checked by a native reader yet: see GLOSSARY.md.
language = اللغة
translation-unchecked = لم يراجع هذه الترجمة قارئ تكون العربية لغته الأم.
translation-help = ساعد في تصحيحها
