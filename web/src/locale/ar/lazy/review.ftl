# Not checked by a native reader yet: see GLOSSARY.md.
review-title = المراجعة
review-working = ينظر المحرك في كل نقلة: { $done }
review-turned = { $who ->
    [own] كنت رابحًا حتى النقلة { $n }.
    [other] كان خصمك رابحًا حتى النقلة { $n }.
   *[side] كان { $side } رابحًا حتى النقلة { $n }.
 }
review-even = تعادلت الكفتان حتى النقلة { $n }.
review-ahead = { $who ->
    [own] كنت متقدمًا منذ النقلة { $n }.
    [other] كان خصمك متقدمًا منذ النقلة { $n }.
   *[side] كان { $side } متقدمًا منذ النقلة { $n }.
 }
review-bared = { $who ->
    [own] فقد شاهك آخر قطعة معه في النقلة { $n }.
    [other] فقد شاه خصمك آخر قطعة معه في النقلة { $n }.
   *[side] فقد شاه { $side } آخر قطعة معه في النقلة { $n }.
 }
review-counted = بدأ العدّ الذي أنهى المباراة بالتعادل في النقلة { $n }.
review-lucky = { $who ->
    [own] مال النرد إليك: { $share } من المباراة.
    [other] مال النرد إلى خصمك: { $share } من المباراة.
   *[side] مال النرد إلى { $side }: { $share } من المباراة.
 }
review-thrown-away = { $change ->
    [won-drawn] { $n }. { $move } من { $side } حوّلت نهاية رابحة إلى تعادل.
    [won-lost] { $n }. { $move } من { $side } حوّلت نهاية رابحة إلى خسارة.
    [drawn-lost] { $n }. { $move } من { $side } حوّلت نهاية متعادلة إلى خسارة.
   *[points] { $n }. { $move } من { $side } أضاعت من النقاط { $points } في نهاية محلولة بدقة.
 }
review-quiet = لم تُضِع أي نقلة الكثير.
review-worst = أغلى نقلة: { $n }. { $move } من { $side } أضاعت { $loss } من المباراة.
review-graph = فرص { $side } خلال المباراة
review-accuracy = الدقة
review-errors = نقلات غير دقيقة · أخطاء · أخطاء فادحة
review-luck = الحظ
review-balance = من البداية إلى النهاية كسب { $side } { $result }: { $luck } بالرميات، و{ $skill } بنقلات الطرفين. والباقي { $remainder } هو ما غيّر الحاسوب تقديره فيه من وضع إلى آخر، أو ما لم يُلعب إلى نهايته.
review-moments = لحظات حاسمة
review-lost = −{ $loss }
review-change-won-drawn = كانت رابحة، وصارت تعادلًا
review-change-won-lost = كانت رابحة، وصارت خاسرة
review-change-drawn-lost = كانت تعادلًا، وصارت خاسرة
review-change-points = بالضبط
review-better = الأفضل
review-instead = بدلًا من { $move }:
review-skipped = لا تُقيَّم مرحلة الافتتاح لأن الدور فيها ليس لأحد.
