# Not checked by a native reader yet: see GLOSSARY.md.
learn = آموزش
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
opponent = حریف
level = سطح
colour = رنگ
colour-random = تصادفی
