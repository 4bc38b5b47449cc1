# Not checked by a native reader yet: see GLOSSARY.md.
home-title = { $n ->
    [0] رُخ – العب شطرنج التاريخ
   *[other] ({ $n }) رُخ – العب شطرنج التاريخ
}
home-lead = العب أنواع الشطرنج التي تركها لنا التاريخ: الشطرنج الفارسي العربي القديم، والسنتريج الحبشي، والشطرنج المستطيلة على أربعة أعمدة وستة عشر صفًا، وغيرها.
home-learn = تعلّم { $name } في 3 دقائق
home-play = العب
loop-pause = أوقف الرقعة المتحركة
loop-play = شغّل الرقعة المتحركة
own-games = مبارياتك
own-both-sides = تلعب الطرفين
families-title = الألعاب
family-learn = تعلّم { $name }
family-play = العب { $name }
family-play-short = العب
family-readings = وأيضًا:
learn = تعلّم
seeks = مباريات مفتوحة
seeks-none = لا مباريات مفتوحة الآن. أنشئ واحدة، أو ادعُ صديقًا، أو العب مع الحاسوب.
seeks-none-engine = العب مع الحاسوب
seeks-none-friend = ادعُ صديقًا
seek-waiting = بانتظار خصم
seek-link = رابط الدعوة
seek-accept = انضم إلى مباراة { $name } في { $game }
join = انضم
you-play-side = لونك { $side }
i-play-side = لونك { $side }
live-games = مباريات جارية
live-players = { $one } – { $other }
colour-white = الأبيض
colour-black = الأسود
colour-gold = الذهبي
colour-green = الأخضر
colour-red = الأحمر
result-you-won = { $reason ->
    [none] فزت
   *[other] فزت: { $reason }
}
result-you-lost = { $reason ->
    [none] خسرت
   *[other] خسرت: { $reason }
}
result-side-won = { $reason ->
    [none] فاز { $side }
   *[other] فاز { $side }: { $reason }
}
result-draw = { $reason ->
    [none] تعادل
   *[other] تعادل: { $reason }
}
result-aborted = أُلغيت المباراة
reason-checkmate = كش مات
reason-werera-mate = كش مات
reason-stalemate = جمود
reason-no-pseudo-move = لا قطعة تستطيع أن تتحرك
reason-bare-king = الملك المنفرد
reason-both-bare = ملكان منفردان
reason-lone-man-limit = لا مات في الحد المسموح
reason-bare-count = لا مات في الحد المسموح
reason-king-captured = أُسر الملك
reason-failed-escape = الرمية لم ترفع الكش
reason-repetition = تكرار
reason-move-limit = حد النقلات
reason-resignation = استسلام
reason-agreement = بالاتفاق
reason-time = انتهى الوقت
reason-abandonment = مغادرة المباراة
new-title = مباراة جديدة: { $name }
new-werera-engine = في مرحلة الافتتاح (الويريرا) تتحرك أنت والحاسوب في الوقت نفسه.
read-rules = اقرأ القواعد
start-open = أنشئ مباراة مفتوحة
start-friend = أنشئ رابط دعوة
start-engine = ابدأ المباراة
start-screen = ابدأ المباراة
start-watch = ابدأ المباراة
opponent = الخصم
opponent-engine = الحاسوب
opponent-friend = صديق
opponent-friend-text = احصل على رابط خاص لتشاركه.
opponent-open = أي لاعب
opponent-open-text = تنتظر مباراتك في القاعة حتى ينضم أحد.
opponent-screen = شاشة واحدة
opponent-screen-text = لاعبان وجهاز واحد: العبا الطرفين هنا.
opponent-watch = الحاسوب ضد الحاسوب
opponent-watch-text = شاهد الحاسوب يلعب ضد نفسه.
level = المستوى
level-of = المستوى ({ $side })
level-number = المستوى { $level }: { $name }
level-beginner = مبتدئ
level-beginner-text = يخطئ أخطاء الأطفال.
level-novice = ناشئ
level-novice-text = يرى الأسر، وقليلًا غيره.
level-casual = هاوٍ
level-casual-text = ينظر نقلة واحدة إلى الأمام ويزلّ أحيانًا.
level-practised = متمرس
level-practised-text = يرى التهديدات البسيطة من الطرفين.
level-club = لاعب نادٍ
level-club-text = يخطط لثلاث نقلات مقبلة ونادرًا ما يزلّ.
level-expert = خبير
level-expert-text = لا يلعب نقلات متهورة.
level-master = أستاذ
level-master-text = يحسب بعمق.
level-strongest = الأقوى
level-strongest-text = يلعب بكامل قوته.
level-lowest = الأضعف من بين { $count } مستويات.
level-measured = في مباريات تجريبية من الشطرنج القديم أحرز نحو { $percent }٪ أمام المستوى { $below }.
level-unmeasured = أقوى من المستوى { $below }. ولم يُقَس مقدار ذلك.
colour = اللون
colour-random = عشوائي
i-play-random = لون عشوائي
options-title = القواعد
options-usual = كلها بحسب المصادر
options-changed = تغيّر { $n }
options-text = الخيارات الافتراضية تتبع أفضل المصادر. غيّر ما شئت إن كنت تلعب على تقليد آخر.
