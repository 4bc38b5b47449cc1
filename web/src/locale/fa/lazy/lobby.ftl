# Not checked by a native reader yet: see GLOSSARY.md.
all-games = همهٔ بازی‌ها
rules-of = قوانین { $name }
manner-match = آرام
home-title = { $n ->
    [0] رخ – شطرنج‌های تاریخی را بازی کنید
   *[other] ({ $n }) رخ – شطرنج‌های تاریخی را بازی کنید
}
home-headline = شطرنج‌هایی را بازی کنید که تاریخ برایمان گذاشته است
home-lead = شطرنج کهن ایرانی، سنترج اتیوپیایی، شطرنج مستطیل با چهار ستون و شانزده ردیف و بازی‌های دیگر.
home-learn = { $name } را در ۳ دقیقه بیاموزید
home-play = بازی
loop-pause = نگه داشتن صفحهٔ متحرک
loop-play = پخش صفحهٔ متحرک
own-games = بازی‌های شما
own-both-sides = هر دو طرف با شماست
own-here = روی همین دستگاه
own-remove = حذف
own-remove-sure = برای همیشه حذف شود؟
own-remove-game = حذف بازی { $name } از این دستگاه
families-title = بازی‌ها
family-learn = آموختن { $name }
family-play = بازی { $name }
family-play-short = بازی
family-readings = همچنین:
seeks = بازی‌های باز
seeks-none = الان بازی آماده‌ای برای پیوستن نیست. یکی بسازید، دوستی را دعوت کنید یا با رایانه بازی کنید.
seeks-none-engine = بازی با رایانه
seeks-none-friend = دعوت از دوست
seek-rated = رده‌بندی‌دار
lobby-events = رویدادها
seek-waiting = منتظر حریف
seek-link = پیوند دعوت
seek-accept = پیوستن به بازی { $game } با { $name }
seek-join = پیوستن
you-play-side = شما { $side } هستید
live-games = بازی‌های در جریان
live-players = { $one } – { $other }
last-games = آخرین بازی‌ها
lobby-clubs = باشگاه‌ها
time-of = { $who }: { $time }
own-position = وضعیت دلخواه
