# Not checked by a native reader yet: see GLOSSARY.md.
home-title = { $n ->
    [0] رخ – شطرنج‌های تاریخی را بازی کنید
   *[other] ({ $n }) رخ – شطرنج‌های تاریخی را بازی کنید
}
home-lead = شطرنج‌هایی را بازی کنید که تاریخ برایمان گذاشته است: شطرنج کهن ایرانی، سنترج اتیوپیایی، شطرنج مستطیل با چهار ستون و شانزده ردیف و بازی‌های دیگر.
home-learn = { $name } را در ۳ دقیقه بیاموزید
home-play = بازی
loop-pause = نگه داشتن صفحهٔ متحرک
loop-play = پخش صفحهٔ متحرک
own-games = بازی‌های شما
own-both-sides = هر دو طرف با شماست
families-title = بازی‌ها
family-learn = آموختن { $name }
family-play = بازی { $name }
family-play-short = بازی
family-readings = همچنین:
learn = آموزش
seeks = بازی‌های باز
seeks-none = الان بازی آماده‌ای برای پیوستن نیست. یکی بسازید، دوستی را دعوت کنید یا با رایانه بازی کنید.
seeks-none-engine = بازی با رایانه
seeks-none-friend = دعوت از دوست
seek-waiting = منتظر حریف
seek-link = پیوند دعوت
seek-accept = پیوستن به بازی { $game } با { $name }
join = پیوستن
you-play-side = شما { $side } هستید
i-play-side = شما { $side } هستید
live-games = بازی‌های در جریان
live-players = { $one } – { $other }
colour-white = سفید
colour-black = سیاه
colour-gold = طلایی
colour-green = سبز
colour-red = سرخ
result-you-won = { $reason ->
    [none] شما بردید
   *[other] شما بردید: { $reason }
}
result-you-lost = { $reason ->
    [none] شما باختید
   *[other] شما باختید: { $reason }
}
result-side-won = { $reason ->
    [none] { $side } برد
   *[other] { $side } برد: { $reason }
}
result-draw = { $reason ->
    [none] تساوی
   *[other] تساوی: { $reason }
}
result-aborted = بازی لغو شد
reason-checkmate = کیش و مات
reason-werera-mate = کیش و مات
reason-stalemate = پات
reason-no-pseudo-move = هیچ مهره‌ای نمی‌تواند حرکت کند
reason-bare-king = شاه تنها
reason-both-bare = دو شاه تنها
reason-lone-man-limit = مات نشدن در مهلت
reason-bare-count = مات نشدن در مهلت
reason-king-captured = شاه زده شد
reason-failed-escape = تاس کیش را رفع نکرد
reason-repetition = تکرار
reason-move-limit = حد حرکت‌ها
reason-resignation = تسلیم
reason-agreement = با توافق
reason-time = پایان وقت
reason-abandonment = ترک بازی
new-title = بازی تازه: { $name }
new-werera-engine = در مرحلهٔ آغازین (وررا) شما و رایانه هم‌زمان حرکت می‌کنید.
read-rules = قوانین را بخوانید
start-open = ساختن بازی باز
start-friend = ساختن پیوند دعوت
start-engine = آغاز بازی
start-screen = آغاز بازی
start-watch = آغاز بازی
opponent = حریف
opponent-engine = رایانه
opponent-friend = دوست
opponent-friend-text = پیوندی خصوصی برای هم‌رسانی بگیرید.
opponent-open = هر کس
opponent-open-text = بازی شما در تالار می‌ماند تا کسی بپیوندد.
opponent-screen = یک صفحه
opponent-screen-text = دو بازیکن، یک دستگاه: هر دو طرف را همین‌جا بازی کنید.
opponent-watch = رایانه با رایانه
opponent-watch-text = بازی رایانه با خودش را تماشا کنید.
level = سطح
level-of = سطح { $side }
level-number = سطح { $level }: { $name }
level-beginner = نوآموز
level-beginner-text = خطاهایی می‌کند که کودکی می‌کند.
level-novice = تازه‌کار
level-novice-text = زدن‌ها را می‌بیند و کمی بیشتر.
level-casual = تفننی
level-casual-text = یک حرکت جلوتر را می‌بیند و گاهی می‌لغزد.
level-practised = تمرین‌کرده
level-practised-text = تهدیدهای سادهٔ هر دو طرف را می‌بیند.
level-club = باشگاهی
level-club-text = سه حرکت جلوتر را برنامه‌ریزی می‌کند و کمتر می‌لغزد.
level-expert = خبره
level-expert-text = حرکت نسنجیده نمی‌کند.
level-master = استاد
level-master-text = ژرف محاسبه می‌کند.
level-strongest = قوی‌ترین
level-strongest-text = با تمام توان بازی می‌کند.
level-lowest = ضعیف‌ترین از { $count } سطح.
level-measured = در بازی‌های آزمایشی شطرنج کهن حدود { $percent }٪ در برابر سطح { $below } امتیاز گرفت.
level-unmeasured = قوی‌تر از سطح { $below }. میزان آن اندازه‌گیری نشده است.
colour = رنگ
colour-random = تصادفی
i-play-random = رنگ تصادفی
options-title = قوانین
options-usual = همه بر پایهٔ منابع
options-changed = { $n } تغییر
options-text = پیش‌فرض‌ها از بهترین منابع پیروی می‌کنند. اگر به رسم دیگری بازی می‌کنید، آن‌ها را تغییر دهید.
