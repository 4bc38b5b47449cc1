# Not checked by a native reader yet: see GLOSSARY.md.
puzzle-daily = معمای روز
puzzle-ask-mate = { $n ->
    [1] نوبت { $side }: مات در یک حرکت.
   *[other] نوبت { $side }: مات در { $n } حرکت.
}
puzzle-ask-win = { $n ->
    [1] نوبت { $side }: بازی را در یک حرکت ببرید.
   *[other] نوبت { $side }: بازی را در { $n } حرکت ببرید.
}
puzzle-ask-advantage = نوبت { $side }: یک حرکت برتری تعیین‌کننده می‌آورد. کدام؟
puzzle-ask-better = نوبت { $side }: یک حرکت برتری می‌آورد. کدام؟
puzzle-ask-defence = نوبت { $side }: تنها یک حرکت بازی را نجات می‌دهد. کدام؟
puzzle-ask-hold = نوبت { $side }: تنها یک حرکت چیزی از دست نمی‌دهد. کدام؟
puzzle-ask-roll = { $side } { $face } ریخت: بهترین حرکت چیست؟
streak-today = حل شد: { $n ->
    [one] ۱ روز پیاپی
   *[other] { $n } روز پیاپی
}
streak = { $n ->
    [one] دیروز حل شد. دو روز پیاپی؟
   *[other] تا کنون { $n } روز پیاپی. یک روز دیگر؟
}
