# Not checked by a native reader yet: see GLOSSARY.md.
sound = الصوت
sound-on = الصوت مفتوح
sound-off = الصوت مغلق
captured = المأسور: { $pieces }
captured-kind = {"\u2067"}{ $n } × { $man }{"\u2069"}
guards = بقي { $n }
guards-title = القطع التي تمنع أن يكون الملك منفردًا
card-close = أغلق
step-first = بداية المباراة
step-last = الوضعية الحالية
review = مراجعة
