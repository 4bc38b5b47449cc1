# Not checked by a native reader yet: see GLOSSARY.md.
offer-draw = { $side } پیشنهاد تساوی می‌دهد.
offer-takeback = { $side } می‌خواهد حرکت آخر پس گرفته شود.
offer-turns = { $side } پیشنهاد می‌کند به نوبت بازی کنید.
offer-rematch = { $side } بازی دوباره می‌خواهد.
offered-draw = پیشنهاد تساوی دادید.
offered-takeback = خواستید حرکتتان پس گرفته شود.
offered-turns = پیشنهاد کردید به نوبت بازی کنید.
offered-rematch = بازی دوباره پیشنهاد کردید.
claim-title = درخواست نتیجه
claim-soon = حریف شما رفته است. تا { $left } دیگر می‌توانید برد یا تساوی بخواهید.
claim-text = حریف شما رفته است. نتیجه را بخواهید یا صبر کنید.
claim-text-own = حریف شما رفته است. الان تساوی بخواهید، یا اول حرکت کنید و بعد برد بخواهید.
claim-win = درخواست برد
claim-draw = درخواست تساوی
accept = پذیرفتن
premove-when = شرط حرکت از پیش
premove-ask = { $way } در نوبت بعد:
premove-face = اگر تاس { $face } بیاید
premove-any = هر تاسی
premove-if = { $way } اگر تاس { $face } بیاید
premove-stands = بعدی: { $moves }
premove-withdraw = انصراف
odds-times = { $white } با { $first } بازی می‌کند، { $black } با { $second }.
odds-without = { $side } بدون این‌ها بازی می‌کند: { $pieces }.
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
