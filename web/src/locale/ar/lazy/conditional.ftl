# Not checked by a native reader yet: see GLOSSARY.md.
conditional-title = نقلات مشروطة
conditional-open = { $n ->
    [one] خط مشروط واحد
    [two] خطان مشروطان
    [few] { $n } خطوط مشروطة
    [many] { $n } خطًا مشروطًا
   *[other] { $n } خط مشروط
}
conditional-try = العب نقلة لخصمك ثم ردّك عليها.
conditional-answer = والآن ردّك عليها.
conditional-end = تنتهي المباراة هنا.
conditional-back = خطوة إلى الوراء
conditional-start = الوضعية الحالية
conditional-line = { $after } → { $move }
conditional-remove = احذف { $line }
conditional-none = لا ردود بعد.
conditional-save = احفظ
conditional-gone = تقدمت المباراة، فلم تعد هذه الردود صالحة.
conditional-full = أقصى عدد من الردود { $most }. احذف بعضها.
