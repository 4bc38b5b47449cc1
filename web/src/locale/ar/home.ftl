# Not checked by a native reader yet: see GLOSSARY.md.
learn = تعلّم
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
opponent = الخصم
level = المستوى
colour = اللون
colour-random = عشوائي
