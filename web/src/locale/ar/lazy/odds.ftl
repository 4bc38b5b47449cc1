# Not checked by a native reader yet: see GLOSSARY.md.
odds-time = ألعب بوقت آخر
odds-time-text = هذه ساعتك أنت، ولخصمك الساعة التي فوقها. لا تُصنَّف هذه المباراة، وفي مباراة الإعادة يبقى الوقت لك.
odds-time-not-clock = لا يمكنك اختيار وقت آخر إلا في مباراة ساعتها بالدقائق.
odds-time-not-opponent = الوقت الآخر لمباراة مع صديق أو ضد الحاسوب.
odds-pieces = القطع الناقصة
odds-pieces-text = يلعب الطرف الذي يمنح الأفضلية بلا القطع التي تحددها. لا تُصنَّف هذه المباراة.
odds-pieces-werera = وتبدأ مرحلة الافتتاح بدونها.
odds-pieces-random = إذا كان اللون عشوائيًا فالقرعة تحدد من يمنحها.
odds-pieces-position = تبدأ المباراة من وضعية خاصة، فلا يمكن رفع قطع من وضع البداية.
odds-side = الطرف الذي يمنح الأفضلية
odds-times = يلعب { $white } بوقت { $first }، و{ $black } بوقت { $second }.
odds-without = يلعب { $side } بلا: { $pieces }.
