# Not checked by a native reader yet: see GLOSSARY.md.
rated-text = تغيّر النتيجة تصنيف كلا اللاعبين.
rated-not-account = المباريات المصنَّفة لمن لديه حساب.
rated-not-time = تحتاج المباراة المصنَّفة إلى ساعة، أو إلى أيام لكل نقلة.
rated-not-start = تبدأ المباراة المصنَّفة من الوضع المعتاد.
rated-not-odds = المباراة التي يختلف فيها وقت الطرفين لا تُصنَّف.
rated-register = إنشاء حساب
rated-sign-in = تسجيل الدخول
rating-title = التصنيف
rating-of = تصنيف { $name }: { $rating }
rating-change = { $name }:
rating-pending = تظهر التصنيفات الجديدة بعد لحظة.
rating-uncounted = لا تُحسب هذه المباراة في التصنيف: فقد قُطعت، أو لم يتحرك أحد الطرفين قط.
rating-deviation = ± { $n }
rating-games = { $n ->
    [zero] لا مباريات
    [one] مباراة واحدة
    [two] مباراتان
    [few] { $n } مباريات
    [many] { $n } مباراة
   *[other] { $n } مباراة
}
rating-games-title = المباريات
rating-rank = المرتبة
rating-player = اللاعب
rating-provisional = تعني علامة الاستفهام أن التصنيف غير مؤكد بعد، وتبيّن ± مقدار الخطأ الممكن.
rating-plot = عدد المباريات المصنَّفة: { $games }. من { $first } إلى { $last }، بين { $low } و{ $high }.
ratings-title = التصنيفات
ratings-all = كل التصنيفات
ratings-of = نوع المباراة
ratings-none = لا أحد في القائمة بعد: يلزم نحو عشرين مباراة مصنَّفة حتى يصير التصنيف مؤكدًا بما يكفي.
ratings-no-pools = لم تُلعب أي مباراة مصنَّفة بعد.
ratings-begin = اختر لعبة وادعُ أحدًا واختر «مصنَّفة».
ratings-how = التصنيفات بنظام Glicko-2، لكل نوع من المباريات على حدة. من لم يلعب منذ أشهر يخرج من القائمة حتى مباراته التالية.
pool-die = بالنرد
pool-live = مباشرة
pool-days = أيام لكل نقلة
player-account = لديه حساب
ratings-who = اللاعبون
ratings-people = أشخاص
ratings-bots = لاعبون آليون
