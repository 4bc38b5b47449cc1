# Not checked by a native reader yet: see GLOSSARY.md.
# Solved endings.
ending-title = نهاية محلولة
ending-computing = تُحسب هذه النهاية…
ending-won = يفوز { $side } خلال { $plies ->
    [one] نصف نقلة واحدة
    [two] نصفي نقلة
    [few] { $plies } أنصاف نقلات
    [many] { $plies } نصف نقلة
   *[other] { $plies } نصف نقلة
}.
ending-drawn = تعادل.
ending-points = يتوقع { $side } من النقاط { $points }: فوز { $win }، تعادل { $draw }.
ending-text = هذا دقيق إذا لعب الطرفان أفضل ما يمكن.
ending-text-points = هذا دقيق إذا لعب الطرفان أفضل ما يمكن. الفوز نقطة والتعادل ½. ولا يُحسب حد النقلات.
ending-limit = لكن حد النقلات قد ينهي المباراة بالتعادل قبل الفوز، خلال { $left ->
    [one] نصف نقلة واحدة
    [two] نصفي نقلة
    [few] { $left } أنصاف نقلات
    [many] { $left } نصف نقلة
   *[other] { $left } نصف نقلة
}.
ending-faces = النقاط المتوقعة بعد كل رمية، وأفضل نقلة
ending-moves-won = رابحة، مع أنصاف النقلات حتى النهاية
ending-moves-drawn = تعادل
ending-moves-lost = خاسرة، مع أنصاف النقلات حتى النهاية
ending-moves-chance = النقاط المتوقعة، وكم تقل عن أفضل نقلة
