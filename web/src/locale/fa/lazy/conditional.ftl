# Not checked by a native reader yet: see GLOSSARY.md.
conditional-title = حرکت‌های شرطی
conditional-open = { $n ->
    [one] { $n } خط شرطی
   *[other] { $n } خط شرطی
}
conditional-try = یک حرکت حریف را انجام دهید، سپس پاسخ خود را.
conditional-answer = حالا پاسخ شما به آن.
conditional-end = بازی در اینجا پایان می‌یابد.
conditional-back = یک گام به عقب
conditional-start = وضعیت کنونی
conditional-line = { $after } → { $move }
conditional-remove = حذف { $line }
conditional-none = هنوز پاسخی نیست.
conditional-save = ذخیره
conditional-gone = بازی پیش رفته است و این پاسخ‌ها دیگر به کار نمی‌آیند.
conditional-full = حداکثر { $most } پاسخ می‌ماند. چندتا را حذف کنید.
