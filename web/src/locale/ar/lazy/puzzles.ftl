# Not checked by a native reader yet: see GLOSSARY.md.
puzzles-title = الألغاز
puzzles-lead = وضعيات فيها نقلة واحدة جيدة. جِدها على الرقعة؛ تُجاب النقلة الخاطئة، ثم تحاول من جديد.
puzzles-start = حُلّ اللغز الأول
puzzles-continue = حُلّ اللغز التالي
puzzles-next = التالي غير المحلول
puzzles-progress = حُلّ { $done } من { $all }
puzzles-theme = الموضوع
puzzles-difficulty = الصعوبة
puzzles-all = الكل
puzzles-none = لا لغز كهذا. اختر موضوعًا آخر أو صعوبة أخرى.
puzzles-mansubat = منصوبات القدماء
puzzles-mansubat-text = المنصوبات مسائل وضعها لاعبو الشطرنج القديم، وجُمعت ورُويت منذ القرن التاسع.
puzzle-title = لغز: { $name }
puzzle-label-new = اللغز { $n }، { $name }. { $question } الصعوبة { $difficulty } من 5
puzzle-label-solved = اللغز { $n }، { $name }، محلول. { $question } الصعوبة { $difficulty } من 5
puzzle-label-failed = اللغز { $n }، { $name }، لم يُحلّ بعد. { $question } الصعوبة { $difficulty } من 5
puzzle-state-solved = محلول
puzzle-state-failed = لم يُحلّ بعد
puzzle-difficulty = الصعوبة { $n } من 5
puzzle-ask-mate = { $n ->
    [1] الدور على { $side }: مات في نقلة واحدة.
   *[other] الدور على { $side }: مات، عدد النقلات: { $n }.
}
puzzle-ask-win = { $n ->
    [1] الدور على { $side }: اربح المباراة في نقلة واحدة.
   *[other] الدور على { $side }: اربح المباراة، عدد النقلات: { $n }.
}
puzzle-ask-advantage = الدور على { $side }: نقلة واحدة تعطي تفوقًا حاسمًا. ما هي؟
puzzle-ask-defence = الدور على { $side }: نقلة واحدة فقط تنقذ المباراة. ما هي؟
puzzle-ask-roll = رمى { $side } { $face }: ما أفضل نقلة؟
puzzle-right = صحيح! تابع.
puzzle-solved = حُلّ اللغز!
puzzle-solution = هذا هو الحل.
puzzle-checking = ماذا يفعل { $other } الآن؟
puzzle-refuted = ليست الأفضل: { $line }. كان المتوقع { $expected } % من النقاط، وبالنقلة الصحيحة { $best } %.
puzzle-refuted-plain = لا تكفي: { $line }.
puzzle-loses = هذه تخسر: { $line }.
puzzle-slower = هذه تربح أيضًا، لكنها أطول. هناك طريق أسرع.
puzzle-as-good = يرى الحاسوب أن { $line } مساوية تقريبًا ({ $expected } % و{ $best } %)، لكن اللغز يريد نقلة أخرى.
puzzle-illegal = هذه النقلة غير ممكنة.
puzzle-again = حاول من جديد
puzzle-show = أظهر الحل
puzzle-next = اللغز التالي
puzzle-skip = لغز آخر
puzzle-repeat = مرة أخرى
puzzle-all-solved = حُلّت كلها
puzzle-analyse = افتحه على رقعة التحليل
puzzle-sources = المصادر:
puzzle-verified-proof = لا تربح نقلة أخرى في هذا العدد؛ وقد بُحثت كلها.
puzzle-verified-search = ثاني أفضل نقلة عند الحاسوب أقل بـ { $margin } % من النقاط.
puzzle-verified-checks = بُحث كل دفاع؛ ولم يُثبت أن لا نقلة أخرى تربح أيضًا.
puzzle-verified-sources = الحل من المصادر؛ وهو أطول من أن يُبحث هنا.
puzzle-theme-mate = مات
puzzle-theme-bare-king = الملك المنفرد
puzzle-theme-stalemate = الجمود يربح
puzzle-theme-king-capture = أسر الملك
puzzle-theme-fork = هجوم مزدوج
puzzle-theme-promotion = ترقية
puzzle-theme-material = كسب القطع
puzzle-theme-sacrifice = تضحية
puzzle-theme-quiet = نقلة هادئة
puzzle-theme-defence = دفاع
puzzle-theme-die = بالنرد
puzzle-theme-endgame = نهاية المباراة
puzzle-theme-mansuba = منصوبات القدماء
mansuba-dilaram = مات دلارام
mansuba-dilaram-story = خسر أحد الأعيان في الشطرنج كل ما يملك، ثم راهن على دلارام، أحب زوجاته إليه. وكادت هذه المباراة تضيع أيضًا، فهمست له: «ضحِّ بالرخين ولا تضحِّ بدلارام!» فضحّى بالرخين ومات خصمه. تُروى القصة مع هذه المنصوبة في مجموعات كثيرة، وتزيد بعض الرسوم فرسًا أسود على c4 لا يغيّر شيئًا.
mansuba-dilaram-legacy = إرث دلارام
mansuba-dilaram-legacy-story = مسألة على نهج مات دلارام، منشورة بين منصوبات صفحات أنواع الشطرنج (Chess Variant Pages): يطارد فرسان الشاه عبر الرقعة كلها، كشًّا بعد كش، حتى يأتي الفيل بالمات.
mansuba-suli-diamond = جوهرة الصولي
mansuba-suli-diamond-story = قال الصولي، الذي لعب في بلاط الخلفاء ببغداد في القرن العاشر، إن أحدًا لم يحلّ هذه الوضعية إلا من تعلّمها منه. وحفظت سرّها ألف سنة إلى أن نشر أفرباخ حلّها. على الأبيض أن يأسر الفرزان الأخير فيبقى الشاه الأسود منفردًا. جِد النقلة الأولى.
mansuba-suli-diamond-after = يوافق ذلك جدول لكل الوضعيات بهذه القطع الأربع: 1.Kb4 تربح أسرع ما يكون، في عشرين نقلة. أما Kc2 ونقل الفرزان إلى b4 أو d2 فيضيّع الوقت فقط، وكل نقلة أخرى تضيّع الفوز. ويتابع الخط الرئيس: 3…Kf6 4.Kd5 Kf7 5.Ke5 Kg7 6.Ke6 Kg8 7.Kf6 Kh8 8.Kg6 Kg8 9.Fd2!! Kf8 10.Fc1 Ke7 11.Kf5.
