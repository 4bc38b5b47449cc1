# Not checked by a native reader yet: see GLOSSARY.md.
languages-title = ترجمه‌ها
languages-lead = همهٔ متن‌های سایت به همهٔ زبان‌ها، کنار هم.
languages-unchecked = متن‌های این زبان‌ها را هنوز اهل زبان بازبینی نکرده‌اند: { $names }. اگر به یکی از آن‌ها سخن می‌گویید، می‌توانید بهترشان کنید.
languages-how = زیر متنی که می‌خواهید درست کنید، متن بهتری بنویسید. سپس اصلاح‌ها را رونوشت کنید و بفرستید.
languages-where = آن‌ها را در صفحهٔ پروژه بفرستید یا پرونده‌هایی را که اینجا نام برده شده تغییر دهید.
languages-project = باز کردن صفحهٔ پروژه
languages-search = جست‌وجو در متن‌ها و کلیدها
languages-show = نمایش
languages-all = همهٔ زبان‌ها
languages-missing = فقط متن‌های کم‌شده
languages-count = { $n ->
    [one] { $n } متن
   *[other] { $n } متن
}
languages-none = متنی پیدا نشد.
languages-more = متن‌های بیشتر
languages-absent = نیست
languages-better = متن بهتر به { $language }
languages-copy = { $n ->
    [one] رونوشت از { $n } اصلاح
   *[other] رونوشت از { $n } اصلاح
}
languages-copied = رونوشت شد. آن را در پیام خود بچسبانید.
languages-not-copied = مرورگر شما اجازهٔ رونوشت نداد. متن زیر را برگزینید.
