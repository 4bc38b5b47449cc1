# Not checked by a native reader yet: see GLOSSARY.md.
offer-draw = { $side } يعرض التعادل.
offer-takeback = { $side } يطلب التراجع عن آخر نقلة.
offer-turns = { $side } يعرض بدء الأدوار.
offer-rematch = { $side } يريد مباراة أخرى.
offered-draw = عرضت التعادل.
offered-takeback = طلبت التراجع عن نقلتك.
offered-turns = عرضت بدء الأدوار.
offered-rematch = عرضت مباراة أخرى.
claim-title = المطالبة بالنتيجة
claim-soon = غادر خصمك. طالب بالفوز أو بالتعادل بعد { $left }.
claim-text = غادر خصمك. طالب بالنتيجة أو انتظر.
claim-text-own = غادر خصمك. طالب بالتعادل الآن، أو تحرك أولًا ثم طالب بالفوز.
claim-win = طالب بالفوز
claim-draw = طالب بالتعادل
accept = قبول
premove-when = شرط النقلة المسبقة
premove-ask = العب { $way } في دورك التالي:
premove-face = إذا ظهر { $face }
premove-any = مهما كانت الرمية
premove-if = { $way } إذا ظهر { $face }
premove-stands = التالي: { $moves }
premove-withdraw = إلغاء
odds-times = يلعب { $white } بوقت { $first }، و{ $black } بوقت { $second }.
odds-without = يلعب { $side } بلا: { $pieces }.
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
