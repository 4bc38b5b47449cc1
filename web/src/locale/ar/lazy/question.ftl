# Not checked by a native reader yet: see GLOSSARY.md.
puzzle-daily = لغز اليوم
puzzle-ask-mate = { $n ->
    [1] الدور على { $side }: مات في نقلة واحدة.
   *[other] الدور على { $side }: مات، عدد النقلات: { $n }.
}
puzzle-ask-win = { $n ->
    [1] الدور على { $side }: اربح المباراة في نقلة واحدة.
   *[other] الدور على { $side }: اربح المباراة، عدد النقلات: { $n }.
}
puzzle-ask-advantage = الدور على { $side }: نقلة واحدة تعطي تفوقًا حاسمًا. ما هي؟
puzzle-ask-better = الدور على { $side }: نقلة واحدة تعطي تفوقًا. ما هي؟
puzzle-ask-defence = الدور على { $side }: نقلة واحدة فقط تنقذ المباراة. ما هي؟
puzzle-ask-hold = الدور على { $side }: نقلة واحدة فقط لا تخسر شيئًا. ما هي؟
puzzle-ask-roll = رمى { $side } { $face }: ما أفضل نقلة؟
