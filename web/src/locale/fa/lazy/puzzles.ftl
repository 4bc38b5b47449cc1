# Not checked by a native reader yet: see GLOSSARY.md.
puzzles-title = معماها
puzzles-lead = وضعیت‌هایی با یک حرکت خوب. آن را روی صفحه بیابید؛ حرکت نادرست پاسخ می‌گیرد و دوباره می‌کوشید.
puzzles-start = نخستین را حل کنید
puzzles-continue = بعدی را حل کنید
puzzles-next = حل‌نشدهٔ بعدی
puzzles-progress = { $done } از { $all } حل شد
puzzles-theme = موضوع
puzzles-difficulty = دشواری
puzzles-all = همه
puzzles-none = معمایی چنین نیست. موضوع یا دشواری دیگری برگزینید.
puzzles-mansubat = منصوبه‌های استادان کهن
puzzles-mansubat-text = منصوبه‌ها مسئله‌هایی‌اند که بازیکنان شطرنج کهن ساختند و از سدهٔ نهم میلادی گردآوری و بازگو شدند.
puzzle-title = معما: { $name }
puzzle-label-new = معمای { $n }، { $name }. { $question } دشواری { $difficulty } از 5
puzzle-label-solved = معمای { $n }، { $name }، حل شد. { $question } دشواری { $difficulty } از 5
puzzle-label-failed = معمای { $n }، { $name }، هنوز حل نشده. { $question } دشواری { $difficulty } از 5
puzzle-state-solved = حل شد
puzzle-state-failed = هنوز حل نشده
puzzle-difficulty = دشواری { $n } از 5
puzzle-ask-mate = { $n ->
    [1] نوبت { $side }: مات در یک حرکت.
   *[other] نوبت { $side }: مات در { $n } حرکت.
}
puzzle-ask-win = { $n ->
    [1] نوبت { $side }: بازی را در یک حرکت ببرید.
   *[other] نوبت { $side }: بازی را در { $n } حرکت ببرید.
}
puzzle-ask-advantage = نوبت { $side }: یک حرکت برتری تعیین‌کننده می‌آورد. کدام؟
puzzle-ask-defence = نوبت { $side }: تنها یک حرکت بازی را نجات می‌دهد. کدام؟
puzzle-ask-roll = { $side } { $face } ریخت: بهترین حرکت چیست؟
puzzle-right = درست است! ادامه دهید.
puzzle-solved = حل شد!
puzzle-solution = پاسخ این است.
puzzle-checking = حالا { $other } چه می‌کند؟
puzzle-refuted = بهترین نیست: { $line }. انتظار { $expected } ٪ امتیازها می‌رفت، با حرکت درست { $best } ٪.
puzzle-refuted-plain = کافی نیست: { $line }.
puzzle-loses = این می‌بازد: { $line }.
puzzle-slower = این هم می‌برد، ولی دیرتر. راهی کوتاه‌تر هست.
puzzle-as-good = رایانه { $line } را تقریباً هم‌ارز می‌داند ({ $expected } ٪ و { $best } ٪). معما حرکت دیگری می‌خواهد.
puzzle-illegal = این حرکت ممکن نیست.
puzzle-again = دوباره بکوشید
puzzle-show = پاسخ را نشان بده
puzzle-next = معمای بعدی
puzzle-skip = معمایی دیگر
puzzle-repeat = یک بار دیگر
puzzle-all-solved = همه حل شد
puzzle-analyse = باز کردن روی صفحهٔ تحلیل
puzzle-sources = منابع:
puzzle-verified-proof = هیچ حرکت دیگری به‌موقع نمی‌برد؛ همه جست‌وجو شده‌اند.
puzzle-verified-search = دومین حرکت برتر نزد رایانه { $margin } ٪ امتیاز کمتر می‌ارزد.
puzzle-verified-checks = همهٔ دفاع‌ها جست‌وجو شده‌اند؛ ثابت نشده که حرکت دیگری نمی‌برد.
puzzle-verified-sources = پاسخ از منابع است؛ بلندتر از آن است که اینجا جست‌وجو شود.
puzzle-theme-mate = مات
puzzle-theme-bare-king = شاه تنها
puzzle-theme-stalemate = پات می‌برد
puzzle-theme-king-capture = زدن شاه
puzzle-theme-fork = حملهٔ دوگانه
puzzle-theme-promotion = ارتقا
puzzle-theme-material = بردن مهره
puzzle-theme-sacrifice = قربانی
puzzle-theme-quiet = حرکت آرام
puzzle-theme-defence = دفاع
puzzle-theme-die = با تاس
puzzle-theme-endgame = پایان بازی
puzzle-theme-mansuba = استادان کهن
mansuba-dilaram = مات دلارام
mansuba-dilaram-story = بزرگ‌زاده‌ای هر چه داشت در شطرنج باخته بود و دلارام، همسر محبوبش، را گرو گذاشت. این بازی هم رو به باخت بود که دلارام آهسته گفت: «دو رخ بده و دلارام را مده!» دو رخ را داد و مات کرد. داستان را با این منصوبه در مجموعه‌های بسیار آورده‌اند؛ برخی نمودارها اسبی سیاه در c4 می‌افزایند که چیزی را تغییر نمی‌دهد.
mansuba-dilaram-legacy = میراث دلارام
mansuba-dilaram-legacy-story = مسئله‌ای به شیوهٔ مات دلارام، در میان منصوبه‌های وبگاه Chess Variant Pages: دو اسب با کیش‌های پیاپی شاه را در سراسر صفحه می‌رانند تا پیل مات کند.
mansuba-suli-diamond = الماس صولی
mansuba-suli-diamond-story = صولی، که در سدهٔ دهم میلادی در دربار خلفا در بغداد بازی می‌کرد، گفت هیچ‌کس این وضعیت را حل نکرده مگر آن که از خود او آموخته باشد. رازش هزار سال پوشیده ماند تا آورباخ پاسخ را منتشر کرد. سفید باید آخرین فرزین را بزند تا شاه سیاه تنها بماند. حرکت نخست را بیابید.
mansuba-suli-diamond-after = جدولی از همهٔ وضعیت‌های این چهار مهره همین را می‌گوید: 1.Kb4 از همه زودتر می‌برد، در بیست حرکت. Kc2 و بردن فرزین به b4 یا d2 تنها وقت می‌گیرد و هر حرکت دیگر برد را از دست می‌دهد. خط اصلی چنین ادامه می‌یابد: 3…Kf6 4.Kd5 Kf7 5.Ke5 Kg7 6.Ke6 Kg8 7.Kf6 Kh8 8.Kg6 Kg8 9.Fd2!! Kf8 10.Fc1 Ke7 11.Kf5.
