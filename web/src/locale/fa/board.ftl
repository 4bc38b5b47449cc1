# Not checked by a native reader yet: see GLOSSARY.md.
sound = صدا
sound-on = صدا روشن است
sound-off = صدا خاموش است
captured = زده‌شده: { $pieces }
captured-kind = {"\u2067"}{ $n } × { $man }{"\u2069"}
guards = { $n } مانده
guards-title = مهره‌هایی که نمی‌گذارند شاه تنها شود
card-close = بستن
step-first = آغاز بازی
step-last = وضعیت کنونی
review = بازبینی
