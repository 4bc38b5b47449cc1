# Not checked by a native reader yet: see GLOSSARY.md.
# The endgame trainer.
trainer-ruleset = اللعبة
trainer-level = الطول
trainer-easy = قصيرة
trainer-medium = متوسطة
trainer-hard = طويلة
trainer-computing = تُحسب نهايات هذه اللعبة…
trainer-empty = لا شيء يُربح بثلاث قطع في هذه اللعبة. اختر لعبة أخرى.
trainer-absent = يحتاج تمرين النهايات إلى WebAssembly، وهذا المتصفح لا يشغّله أو ليس في هذه النسخة من الموقع.
trainer-task = الدور: { $side }. النقلات حتى الفوز: { $n }.
trainer-best = أفضل نقلة.
trainer-lost = ما زلت رابحًا، لكن أبطأ. النقلات الضائعة: { $n }.
trainer-thrown = { $is ->
    [lost] ضاع الفوز: صرت خاسرًا.
   *[drawn] ضاع الفوز: صارت تعادلًا.
}
trainer-won = فزت. عدد نقلاتك: { $n }، والأفضل: { $best }.
trainer-numbers = النقلات: { $made }. الضائعة منها: { $lost }.
trainer-left = حتى النهاية: { $n }.
trainer-back = تراجع
trainer-next = النهاية التالية
trainer-again = مرة أخرى
