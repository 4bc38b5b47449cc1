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
