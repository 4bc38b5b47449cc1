# Why the engine values a position as it does, in Arabic. Not checked by a native reader yet: see web/src/locale/GLOSSARY.md.

## What the evaluation counts, and for which side

explain-advantage = { $reason }: { $side } ⁦+{ $pawns }⁩

reason-material = قيمة القطع
reason-place = مواضع القطع
reason-mobility = حرية الحركة
reason-king-attack = الهجوم حول الملك
reason-king-attackers = عدد القطع المهاجمة حول الملك
reason-threats = تهديد القطع
reason-loose = قطع مهدَّدة بلا حماية
reason-passed = البيادق السالكة
reason-guarded = بيادق تحميها بيادق
reason-isolated = البيادق المعزولة
reason-reach = قطع الخصم التي يمكن بلوغها
reason-guards = القطع التي تمنع انفراد الملك
reason-turn = الدور
reason-mop-up = دفع الملك إلى الحافة
reason-net = تصحيح الشبكة
reason-counters = القوانين التي قد تجعل المباراة تعادلًا

## What the other side threatens, if it could move twice

threat-check = { $side } في حالة كش.
threat-win = { $side } يهدد بالفوز بالنقلة { $played }.
threat-capture = { $side } يهدد بالنقلة { $played } وأسر { $piece } في { $cell }.
threat-move = { $side } يريد أن يلعب { $played }.

## The best reply to a move

reply-win = { $side } يرد بالنقلة { $played } ويفوز.
reply-capture = { $side } يرد بالنقلة { $played } ويأسر { $piece } في { $cell }.
reply-move = { $side } يرد بالنقلة { $played }.

## The same with a die: what a face allows

roll-win = بالرمية { $face } يفوز { $side } بالنقلة { $played }.
roll-capture = بالرمية { $face } يلعب { $side } { $played } ويأسر { $piece } في { $cell }.
