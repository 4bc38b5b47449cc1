# Why the engine values a position as it does, in Persian. Not checked by a native reader yet: see web/src/locale/GLOSSARY.md.

## What the evaluation counts, and for which side

explain-advantage = { $reason }: { $side } ⁦+{ $pawns }⁩

reason-material = ارزش مهره‌ها
reason-place = جای مهره‌ها
reason-mobility = آزادی حرکت
reason-king-attack = حمله به پیرامون شاه
reason-king-attackers = شمار مهره‌هایی که به پیرامون شاه حمله می‌کنند
reason-threats = تهدید مهره‌ها
reason-loose = مهره‌های بی‌دفاع زیر حمله
reason-passed = پیاده‌های رونده
reason-guarded = پیاده‌هایی که پیادهٔ دیگری از آن‌ها دفاع می‌کند
reason-isolated = پیاده‌های تک‌افتاده
reason-reach = مهره‌های حریف که در دسترس‌اند
reason-guards = مهره‌هایی که نمی‌گذارند شاه تنها بماند
reason-turn = نوبت
reason-mop-up = راندن شاه به لبهٔ صفحه
reason-net = تصحیح شبکه
reason-counters = قانون‌هایی که شاید بازی را مساوی کنند

## What the other side threatens, if it could move twice

threat-check = { $side } کیش است.
threat-win = { $side } تهدید می‌کند که با { $played } ببرد.
threat-capture = { $side } تهدید می‌کند که با { $played } مهرهٔ { $cell } را بزند: { $piece }.
threat-move = { $side } می‌خواهد { $played } را بازی کند.

## The best reply to a move

reply-win = { $side } با { $played } پاسخ می‌دهد و می‌برد.
reply-capture = { $side } با { $played } پاسخ می‌دهد و مهرهٔ { $cell } را می‌زند: { $piece }.
reply-move = { $side } با { $played } پاسخ می‌دهد.

## The same with a die: what a face allows

roll-win = با { $face }، { $side } با { $played } می‌برد.
roll-capture = با { $face }، { $side } با { $played } مهرهٔ { $cell } را می‌زند: { $piece }.
