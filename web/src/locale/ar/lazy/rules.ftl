# Not checked by a native reader yet: see GLOSSARY.md.
the-men = القطع
diagram-of = كيف يتحرك { $man } على رقعة خالية
diagram-key = ● انتقال أو أسر · ○ انتقال فقط · ◌ أسر فقط. الأمام إلى أعلى.
the-laws = القواعد بالتفصيل
rules-learn = تعلّم في 3 دقائق
rules-page = القواعد ومصادرها
rules-changed = قواعد غُيّرت في هذه المباراة
card-of = { $man }
card-rules = كل القواعد
card-hint = لترى كيف تتحرك قطعة، اضغط عليها مطولًا على الرقعة، أو أبقِ المؤشر عليها، أو اضغط I.
