# Not checked by a native reader yet: see GLOSSARY.md.
the-men = مهره‌ها
diagram-of = حرکت { $man } روی صفحهٔ خالی
diagram-key = ● رفتن یا زدن · ○ فقط رفتن · ◌ فقط زدن. جلو رو به بالاست.
the-laws = قوانین به‌تفصیل
rules-learn = در ۳ دقیقه بیاموزید
rules-page = قوانین و منابع
rules-changed = قوانین تغییریافتهٔ این بازی
card-of = { $man }
card-rules = همهٔ قوانین
card-hint = برای دیدن حرکت مهره، انگشت خود را روی آن نگه دارید، اشاره‌گر را روی آن بگذارید یا I را بزنید.
