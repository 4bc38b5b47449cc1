# Not checked by a native reader yet: see GLOSSARY.md.
all-games = كل المباريات
rules-of = قواعد { $name }
manner-match = هادئة
home-title = { $n ->
    [0] رُخ – العب شطرنج التاريخ
   *[other] ({ $n }) رُخ – العب شطرنج التاريخ
}
home-headline = العب أنواع الشطرنج التي تركها لنا التاريخ
home-lead = الشطرنج الفارسي العربي القديم، والسنتريج الحبشي، والشطرنج المستطيلة على أربعة أعمدة وستة عشر صفًا، وغيرها.
home-learn = تعلّم { $name } في 3 دقائق
home-play = العب
loop-pause = أوقف الرقعة المتحركة
loop-play = شغّل الرقعة المتحركة
own-games = مبارياتك
own-both-sides = تلعب الطرفين
own-here = على هذا الجهاز
own-remove = إزالة
own-remove-sure = إزالة نهائية؟
own-remove-game = أزل مباراة { $name } من هذا الجهاز
families-title = الألعاب
family-learn = تعلّم { $name }
family-play = العب { $name }
family-play-short = العب
family-readings = وأيضًا:
seeks = مباريات مفتوحة
seeks-none = لا مباريات مفتوحة الآن. أنشئ واحدة، أو ادعُ صديقًا، أو العب مع الحاسوب.
seeks-none-engine = العب مع الحاسوب
seeks-none-friend = ادعُ صديقًا
seek-rated = مصنَّفة
lobby-events = الفعاليات
seek-waiting = بانتظار خصم
seek-link = رابط الدعوة
seek-accept = انضم إلى مباراة { $name } في { $game }
seek-join = انضم
you-play-side = لونك { $side }
live-games = مباريات جارية
live-players = { $one } – { $other }
last-games = لُعبت أخيرًا
lobby-clubs = الأندية
time-of = { $who }: { $time }
own-position = وضعية خاصة
