# Not checked by a native reader yet: see GLOSSARY.md.
rated-text = نتیجه، امتیاز هر دو بازیکن را تغییر می‌دهد.
rated-not-account = بازی‌های رده‌بندی‌دار برای کسانی است که حساب دارند.
rated-not-time = بازی رده‌بندی‌دار به ساعت یا چند روز برای هر حرکت نیاز دارد.
rated-not-start = بازی رده‌بندی‌دار از وضعیت معمول آغاز می‌شود.
rated-not-odds = بازی‌ای که وقت دو طرف در آن یکسان نیست رده‌بندی نمی‌شود.
rated-register = ساختن حساب
rated-sign-in = ورود
rating-title = امتیاز
rating-of = امتیاز { $name }: { $rating }
rating-change = { $name }:
rating-pending = امتیازهای تازه تا لحظه‌ای دیگر می‌آیند.
rating-uncounted = این بازی در رده‌بندی حساب نمی‌شود: یا قطع شد یا یک طرف هرگز حرکت نکرد.
rating-deviation = ± { $n }
rating-games = { $n ->
    [one] { $n } بازی
   *[other] { $n } بازی
}
rating-games-title = بازی‌ها
rating-rank = رتبه
rating-player = بازیکن
rating-provisional = علامت پرسش یعنی امتیاز هنوز قطعی نیست؛ ± اندازهٔ خطای ممکن را نشان می‌دهد.
rating-plot = شمار بازی‌های رده‌بندی‌دار: { $games }. از { $first } تا { $last }، میان { $low } و { $high }.
ratings-title = رده‌بندی
ratings-all = همهٔ رده‌بندی‌ها
ratings-of = نوع بازی
ratings-none = هنوز کسی در فهرست نیست: حدود بیست بازی رده‌بندی‌دار لازم است تا امتیاز به اندازهٔ کافی قطعی شود.
ratings-no-pools = هنوز هیچ بازی رده‌بندی‌داری انجام نشده است.
ratings-begin = یک بازی انتخاب کنید، کسی را دعوت کنید و «رده‌بندی‌دار» را بزنید.
ratings-how = رده‌بندی به روش Glicko-2 و برای هر نوع بازی جداست. کسی که ماه‌ها بازی نکرده تا بازی بعدی از فهرست بیرون می‌رود.
pool-die = با تاس
pool-live = زنده
pool-days = چند روز برای هر حرکت
player-account = حساب دارد
ratings-who = بازیکنان
ratings-people = اشخاص
ratings-bots = ربات‌ها
