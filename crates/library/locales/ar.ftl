# What the library says, in Arabic. Not checked by a native reader yet: see web/src/locale/GLOSSARY.md.

## Heads and parts

library-head = { $title } – رُخ
library = المكتبة
library-index = مكتبة شطرنج التاريخ
library-text = الألعاب وقواعدها ومصادرها: كل قول يقود إلى مصدره.
library-nav-learn = تعلّم
library-nav-play = العب
library-nav-games = المباريات
library-nav-languages = اللغة
library-contents = في هذه الصفحة
library-rules-of = قواعد { $name }
library-play = العب هذه اللعبة
library-puzzles = الألغاز
library-period = العصر
library-region = المنطقة
library-other-names = أسماء أخرى
library-status = حال القواعد
library-laws-sourced = { $ours ->
    [0] كل القواعد من المصادر، وعددها { $all }.
    [one] القواعد { $all }: منها { $sourced } من المصادر، وواحدة أعدنا بناءها.
    [two] القواعد { $all }: منها { $sourced } من المصادر، واثنتان أعدنا بناءهما.
    [few] القواعد { $all }: منها { $sourced } من المصادر، و{ $ours } أعدنا بناءها.
    [many] القواعد { $all }: منها { $sourced } من المصادر، و{ $ours } أعدنا بناءها.
   *[other] القواعد { $all }: منها { $sourced } من المصادر، و{ $ours } أعدنا بناءها.
}
library-reconstructed = أُعيد بناء أكثرها
library-identifiers = المعرّفات
library-changed = { $count ->
    [one] قاعدة واحدة تختلف عن المعتاد:
    [two] قاعدتان تختلفان عن المعتاد:
    [few] { $count } قواعد تختلف عن المعتاد:
    [many] { $count } قاعدة تختلف عن المعتاد:
   *[other] { $count } قاعدة تختلف عن المعتاد:
}
library-usual = اعرض القواعد المعتادة
library-story = الحكاية
library-overview = كيف تُلعب
library-pieces = القطع
library-moves-of = كيف يتحرك { $piece } على رقعة خالية
library-moves-key = ● نقل أو أسر · ○ نقل فقط · ◌ أسر فقط. الأمام إلى أعلى.
library-moves-key-first = دائرة صغيرة مفتوحة: في النقلة الأولى فقط.
library-arrays = الترتيب الأول
library-unverified = غير مؤكد
library-side-names = قطع اللاعب الأول: { $white }، وقطع الثاني: { $black }.
library-board = الرقعة
library-board-size = { $files } في { $ranks } مربعًا
library-laws = القواعد ومصادرها
library-source = المصدر
library-conjecture = إعادة بنائنا:
library-disputes = ماذا تقول المصادر
library-disputes-text = حيث تختلف الروايات أو تسكت: القراءات جنبًا إلى جنب، وما اخترناه ومصدره أو سببه، وما تغيّره القراءة الأخرى.
library-disputes-inherited = بقية نقاطه هي نقاط { $name }:
library-our-choice = اختيارنا
library-changes = ما الذي يغيّره هذا
library-remarks = عادات وأسماء وقراءات
library-records = سجلات في مجموعات أخرى
library-relatives = قواعد أخرى لهذه اللعبة
library-works = المصادر
library-works-text = كل مؤلَّف تقوم عليه قاعدة أو اسم أو تاريخ في هذا الموقع، مرتبًا على الأبجدية، مع ما يقوم عليه.
library-unlinked = سبب خلوّه من العنوان:
library-rests = { $count ->
    [one] قول واحد يقوم عليه
    [two] قولان يقومان عليه
    [few] { $count } أقوال تقوم عليه
    [many] { $count } قولًا يقوم عليه
   *[other] { $count } قول يقوم عليه
}
library-seen-whole = قرأناه.
library-seen-part = قرأنا بعضه.
library-seen-reported = لم نقرأه، ونعرفه ممن نقلوا عنه.
library-downloads = تنزيلات
library-download-ruleset = القواعد في ملف (TOML)
library-download-evidence = أمثلتها المنفَّذة (Markdown)
library-version = إصدار القواعد:
library-files = التنزيل والمساهمة
library-files-text = القواعد والأدلة وقائمة المصادر ملفات حرة: خذها وافحصها وأصلحها.
library-files-rulesets = كل القواعد
library-files-evidence = كل الأدلة
library-files-sources = قائمة المصادر والسجلات
library-files-puzzles = مجموعة الألغاز
library-files-games = المباريات المنتهية المعلنة
library-files-search = ابحث فيها
library-files-card = عن هذه الملفات
library-contribute = ساهم
library-contribute-source = مصدر
library-contribute-source-text = هل تعرف كتابًا أو مخطوطًا أو رحّالة يتحدث عن هذه الألعاب؟ أرسل العنوان والصفحة والكلمات نفسها، وصورة الصفحة أفضل.
library-contribute-correction = تصحيح
library-contribute-correction-text = إذا كانت قاعدة أو اسم أو ترجمة خطأ، فاذكر موضعها وصوابها وكيف عرفته.
library-contribute-ruleset = مجموعة قواعد
library-contribute-ruleset-text = مجموعة القواعد ملف نصي واحد يذكر كل قاعدة بمصدرها، وملف أمثلة تُنفَّذ. ويبيّن الدليل كيف يُكتب كلاهما.
library-contribute-report = اكتب إلينا
library-contribute-guide = افتح الدليل
library-compare = قارن القواعد
library-compare-text = مجموعتا قواعد قاعدةً قاعدة، بما تشتركان فيه وما تفترقان.
library-compare-first = الأولى
library-compare-second = الثانية
library-compare-go = قارن
library-compare-title = { $first } و{ $second }
library-compare-count = النقاط المشتركة: { $same } من { $rows }.
library-compare-same = مشترك بينهما:
library-sheet = ورقة القواعد للطباعة
library-sheet-of = { $name }: القواعد في صفحة واحدة
library-sheet-back = إلى الصفحة الكاملة
library-sheet-print = اطبعها من متصفحك، فهي تتسع لورقة A4 واحدة.
library-colon = :
library-squares = قطع تملأ مربعًا
library-squares-text = قطع السنتريج، ما عدا الملك والبيادق، تبلغ كل مربع من خمسة في خمسة حولها مرة واحدة بالضبط. وسأل البرنامج السؤال نفسه عن كل لعبة هنا.
library-squares-others = السؤال نفسه عن كل لعبة
library-square-side = مربع { $side } في { $side }
library-squares-same = تتحرك القطع بالطريقة نفسها في
library-squares-none = لا مجموعة من القطع تملؤه بلا فجوة ولا تداخل.
library-map = الخريطة
library-map-text = أين لُعبت الألعاب ووُصفت ووُجدت، والطرق التي سلكتها.
library-map-key-route = الطريق الذي سلكته اللعبة
library-map-key-unrecorded = من أين جاءت اللعبة؛ وطريقها غير مدوَّن
library-map-old-world = خريطة من المحيط الأطلسي إلى الهند
library-map-pacific = خريطة هاواي وكاليفورنيا
library-map-of = خريطة فيها { $place }
library-map-whole = الخريطة بكل الأماكن
library-map-credit = حدود اليابسة: Natural Earth، ملك عام.
library-places = الأماكن
library-route = الطريق من هنا إلى { $place }: { $game }.
library-route-here = الطريق من { $place } إلى هنا: { $game }.
library-route-unrecorded = أصل { $game } من الشطرنج القديم، ولم يُدوَّن الطريق الذي وصلت به إلى هنا.
library-timeline = الخط الزمني
library-timeline-text = متى لُعبت الألعاب ووُصفت، من سنة 600 إلى 2000.
library-timeline-open = أو بعد ذلك
library-timeline-games = الألعاب
library-timeline-events = الأحداث
library-timeline-books = كتب ومخطوطات

## What a board from the evidence shows

library-board-turn = الدور: { $side }.
library-board-roll = سيرمي النرد: { $side }.
library-board-rolled = الدور: { $side }، والرمية { $face }.
library-board-werera = مرحلة الافتتاح: يجوز للطرفين أن يتحركا.
library-board-goes-on = تستمر المباراة.
library-board-legal = من { $cell } يمكن نقل { $piece } إلى { $cells }.
library-board-marked = من { $cell } يمكن نقل { $piece } إلى المربعات المعلَّمة، وعددها { $count }.
library-board-stuck = في { $cell } لا يمكن نقل { $piece }.
library-board-illegal = لا يجوز نقل { $piece } من { $cell } إلى { $target }.
library-board-no-promotion = في { $target } لا يجوز أن يصير { $piece } إلى { $promoted }.
library-board-may-pass = يجوز تمرير الدور.
library-board-must-pass = يجب تمرير الدور.
library-board-no-pass = لا يجوز تمرير الدور.

## Sides, by the colours of their pieces: as the site's own messages of these keys

colour-white = الأبيض
colour-black = الأسود
colour-gold = الذهبي
colour-green = الأخضر
colour-red = الأحمر

## Records

library-record-of-evidence = الدليل { $id }
library-record-of-ruleset = { $game } في مجموعة أخرى
library-record-rests = ما يقوم على هذا السجل
record-type = النوع
record-place = المكان
record-position = الإحداثيات
record-date = التاريخ
record-content = المحتوى
record-rules = القواعد
record-home = السجل نفسه
record-in-our-words = بألفاظنا
record-confidence = درجة الثقة
record-ages = الأعمار
record-social-status = المنزلة الاجتماعية
record-genders = الجنس
record-note = ملاحظة
record-game = اللعبة
record-name = الاسم
record-summary = الخلاصة
record-description = الوصف
record-reference = المرجع
record-origin = الأصل

## Concepts

library-concepts = المفاهيم
library-concepts-text = نوع هذه اللعبة كما استخرجه البرنامج من القواعد.
library-figures = بالأرقام
library-figures-text = قيست في { $games } مباراة لعبها محركنا ضد نفسه، ونظر في { $nodes } وضعًا لكل نقلة. وبين القوسين المجال الذي تقع فيه القيمة الحقيقية بيقين 95% لو لُعبت مباريات أكثر. والناس يلعبون على نحو آخر.
figure-plies = نقلات الطرفين: الوسيط { $median } (⁦{ $least }–{ $most }⁩)؛ ونصف المباريات بين { $low } و{ $high }
figure-choices = النقلات الممكنة: الوسيط { $median }؛ وفي نصف المباريات بين { $low } و{ $high }
figure-won = فوز { $side }: { $share }% (⁦{ $low }–{ $high }%⁩)
figure-drawn = التعادل: { $share }% (⁦{ $low }–{ $high }%⁩)
figure-cut-off = لم تنته بعد { $plies } نقلة: { $share }% (⁦{ $low }–{ $high }%⁩)
figure-werera = مرحلة الافتتاح: الوسيط { $moves } نقلة في { $seconds } ثانية
library-concept-with = { $name }: { $value }
concepts-moves = النقلات
concepts-play = سير اللعب
concepts-wins = طرق الفوز
concepts-draws = طرق التعادل
concept-square-board = رقعة مربعة
concept-long-board = رقعة مستطيلة
concept-cells = المربعات
concept-piece-kinds = أنواع القطع
concept-pieces-per-side = قطع كل طرف
concept-royal = القطعة الملكية
concept-steps = خطوة إلى مربع مجاور
concept-leaps = قفز فوق القطع
concept-slides = انزلاق على خط
concept-bent-rides = انعطاف في الطريق
concept-hops = قفز يحتاج إلى قطعة
concept-capture-otherwise = أسره غير نقله
concept-forward-only = لا يتحرك إلا إلى الأمام
concept-bound = لا يبلغ كل المربعات
concept-long-step = خطوة أولى طويلة
concept-en-passant = الأسر بالمرور
concept-promotion = الترقية
concept-castling = التبييت
concept-immunity = لا يأسر قطعًا معينة
concept-simultaneous = يتحرك الطرفان معًا في البداية
concept-alternating = تناوب الأدوار
concept-die = الحظ: نرد، أوجهه
concept-passing = تمرير الدور
concept-stalemate-passes = الطرف الذي لا نقلة له يمرر الدور
concept-check = الكش
concept-one-throw = رمية واحدة للخروج من الكش
concept-win-mate = المات
concept-win-failed-escape = كش لم تُخرج منه رمية واحدة
concept-win-capture = أسر الملك
concept-win-stalemate = الجمود
concept-win-bare-king = الملك المنفرد
concept-draw-stalemate = الجمود
concept-draw-bare-king = الملك المنفرد
concept-draw-both-bare = ملكان منفردان
concept-draw-bare-count = ملك منفرد لم يُمت، النقلات
concept-draw-lone-piece = نقلات القطعة الأخيرة
concept-draw-repetition = التكرار، مرات
concept-draw-move-limit = حد النقلات لكل طرف

## النهايات

library-endings = نهايات محلولة
library-endings-of = نهايات { $name }
library-endings-text = كل وضع فيه حتى { $pieces } قطع، والملكان منها، محلول حلًّا تامًّا: ما قيمته لصاحب الدور إذا لعب الطرفان أفضل لعب.
library-endings-text-die = كل وضع فيه حتى { $pieces } قطع، والملكان منها، محلول حلًّا تامًّا: ما يتوقعه من سيرمي النرد إذا لعب الطرفان أفضل لعب.
library-endings-note = لا يُحسب هنا التكرار ولا حدّ النقلات. وتُركت الأوضاع التي يجوز فيها التبييت.
library-endings-material = { $white } ضد { $black }
library-endings-turn = صاحب الدور
library-endings-side = { $side }
library-endings-either = أيّ الطرفين
library-endings-won = فوز، %
library-endings-drawn = تعادل، %
library-endings-lost = خسارة، %
library-endings-moves = أطول فوز بالنقلات
library-endings-points = متوسط النقاط
library-endings-decided = المباريات المحسومة، %
library-endings-longest = أطول الانتصارات
library-endings-wins = { $moves ->
    [one] يفوز في نقلة واحدة.
    [two] يفوز في نقلتين.
    [few] يفوز في { $moves } نقلات.
    [many] يفوز في { $moves } نقلةً.
   *[other] يفوز في { $moves } نقلة.
}
library-endings-limit = لكن حدّ النقلات يُنهي المباراة بالتعادل قبل ذلك.
library-endings-line = تسلسل النقلات
library-endings-play = العبها على رقعة التحليل

## المختبر

library-laboratory = قياسات
library-laboratory-text = ما الذي تفعله القاعدة؟ سؤال عن آلاف المباريات التي لعبها محركنا ضد نفسه. لكل رقم مجاله، وكل دراسة يمكن إعادتها. والناس يلعبون على نحو آخر.
study-all = كل الاختيارات
study-not = { $choice }، لا { $base }
study-amount = { $number } { $unit }
study-in-unit = { $figure }، { $unit }
study-not-played = لم تُلعب بعد.
study-no-conclusion = لُعبت، ولم تُكتب خلاصتها بعد.
study-games = المباريات: { $count }
study-games-planned = مباريات كل قاعدة واختيار على الأكثر: { $count }
study-revised = روجعت في { $date }
study-conclusion = الخلاصة
study-overturned = ما الذي ينقضها:
study-played = ما الذي يُلعب
study-players = اللاعبان
study-opening = البداية
study-opening-random = نقلات عشوائية في البداية: { $plies }
study-size = الحجم
study-cut-off-after = تُقطع بعد
study-moves-of-both = نقلات الطرفين: { $plies }
study-judge = حَكَم الأوضاع
study-judge-nodes = محركنا، والأوضاع المنظورة: { $nodes }
study-seed = بذرة العشوائية
study-date = تاريخ المراجعة
study-version = إصدار Rukh
study-cell = القواعد والاختيار
study-games-head = المباريات
study-cut-off = المقطوعة
study-cut-off-note = المباراة المقطوعة لا نتيجة لها وليست تعادلًا.
study-unfinished = لم تنته بعد: { $games } من { $all } مباراة.
study-open-cells = لم تنته بعد. قواعد واختيارات ما زالت تحتاج إلى مباريات: { $count }
study-other-laws = لُعبت بعض هذه المباريات بإصدار أقدم من القواعد.
study-changes = ما الذي تغيّره القواعد
study-changes-text = كيف يختلف رقم بين اختيارين إذا تساوى كل ما عداهما، أو بين مجموعتين من القواعد. وتُقارن المباريات ذات البداية والرميات نفسها بعضها ببعض. ومن كل 100 مجال كهذا يضم نحو 95 الفرق الحقيقي، وقيمة p معدّلة لكل مقارنات الدراسة معًا (Holm)، أما المجالات فلا.
study-effects-on = الفرق: { $figure }
study-effects-plot = كل فرق نقطة ومعها مجالها، والخط المتقطع يعني لا فرق.
study-choice = الاختيار
study-difference = الفرق
study-interval = مجال 95%
study-p = p معدّلة
study-values = الأرقام
study-values-plot = كل قيمة نقطة ومعها مجالها.
study-value = القيمة
study-least = قُطعت مباريات قبل نهايتها، فالأطوال حدود دنيا.
study-cells = كل الأرقام
study-figure = الرقم
study-left-out = قيم لا توجد إلا في الملفات: { $count }
study-repeat = أعدها
study-repeat-text = الدراسة نفسها تعطي المباريات نفسها على كل جهاز بإصدار Rukh نفسه.
study-file = الدراسة ملفًا (TOML)
study-file-json = كل الأرقام مع تعريفاتها (JSON)
study-file-csv = كل الأرقام جدولًا (CSV)
study-measured = قيس في مباريات محركنا: الفرق ومجال 95% وقيمة p معدّلة
study-measured-choice = «{ $choice }» بدلًا من «{ $base }»: { $effects }.
study-measured-effect = { $figure } { $effect } { $interval } (قيمة p: { $p })
unit-percent = %
unit-points = نقطة مئوية
unit-plies = نقلة للطرفين
unit-moves = نقلة
unit-seconds = ثانية
measure-score = نقاط اللاعب الأول
measure-advantage = أفضلية النقلة الأولى
measure-white-wins = ما كسبه اللاعب الأول
measure-decisive = المباريات المحسومة
measure-drawn = المباريات المتعادلة
measure-cut-off = المباريات المقطوعة
measure-strength = نقاط اللاعب المذكور أولًا
measure-draws-by = لماذا تنتهي المباريات بالتعادل
measure-ends-by = كيف تنتهي المباريات
measure-plies = الطول، الوسيط
measure-plies-10 = الطول، العُشر الأدنى
measure-plies-25 = الطول، الربع الأدنى
measure-plies-75 = الطول، الربع الأعلى
measure-plies-90 = الطول، العُشر الأعلى
measure-plies-mean = الطول، المتوسط
measure-passes = تمرير الدور
measure-branching = النقلات الممكنة
measure-choices = نقلات فيها اختيار
measure-lead-changes = تبدّل المتقدم
measure-trailing = زمن تأخر الفائز
measure-drama = الدراما
measure-captures = مرات الأسر
measure-exchanges = الأسر المتتالي
measure-capture-gap = النقلات حتى الأسر التالي
measure-survival = القطع الباقية
measure-activity = القطع المتحركة
measure-promotions = الترقيات
measure-promotion-games = مباريات فيها ترقية
measure-werera-events = مرحلة الافتتاح بالنقلات
measure-werera-seconds = مرحلة الافتتاح بالزمن
measure-retractions = نقلات سُحبت في مرحلة الافتتاح
measure-werera-ends = كيف تنتهي مرحلة الافتتاح
measure-arrangements = الترتيبات
measure-arrangement-score = النقاط بحسب الترتيب
measure-luck = الحظ
end-werera-mate = كش مات في مرحلة الافتتاح
end-no-move = لا قطعة تستطيع الحركة
end-lone-piece = استنفدت القطعة الأخيرة نقلاتها
end-bare-count = لم يُمَت الملك المنفرد في المدة
end-repetition = التكرار
end-move-limit = حدّ النقلات
end-capture-first = اللاعب الأول يأسر
end-capture-second = اللاعب الثاني يأسر
end-budget = نفدت النقلات
end-agreement = اتفاق
end-clock = نفد الوقت
end-over = تنتهي المباراة
