# What the server says of its pages, in Arabic. Not checked by a native reader yet: see web/src/locale/GLOSSARY.md.

## Push messages to players who are away

away-begin = بدأت مباراتك مع { $opponent }.
away-turn = الدور لك في مباراتك مع { $opponent }.
away-draw = { $opponent } يعرض عليك التعادل.
away-end = انتهت مباراتك مع { $opponent }. { $result }
away-over = انتهت مباراتك مع { $opponent }.

## Titles and descriptions of the pages, in their heads and in shared links

head-home = رُخ – العب شطرنج التاريخ
head-home-text = العب شطرنج التاريخ على الشبكة مجانًا: الشطرنج القديم والسنتريج والشطرنج المستطيلة وغيرها، بقواعد مذكورة المصادر.
head-learn = تعلّم شطرنج التاريخ – رُخ
head-learn-text = دروس قصيرة على الرقعة: تعلّم قواعد لعبة شطرنج تاريخية في ثلاث دقائق.
head-lesson = تعلّم { $name } – رُخ
head-lesson-text = تعلّم { $name } على الرقعة، نقلة بعد نقلة، في نحو ثلاث دقائق.
head-play = اختر لعبة – رُخ
head-play-text = اختر لعبة شطرنج تاريخية، والعب مع الحاسوب أو مع صديق أو مع أي متصل.
head-new = مباراة جديدة: { $name } – رُخ
head-new-text = العب { $name } على الشبكة مجانًا: مع الحاسوب أو مع صديق أو مع أي لاعب. { $summary }
head-game = { $white } – { $black } · { $name } على رُخ
head-game-text = شاهد هذه المباراة من { $name } أو أعد عرضها.
head-computer = الحاسوب، المستوى { $level }
head-guest = ضيف { $number }
head-player = لاعب
head-challenge = العب { $name } مع { $owner } – رُخ
head-challenge-text = { $owner } يدعوك إلى مباراة من { $name }. لا حاجة إلى حساب.
head-analysis = لوحة التحليل – رُخ
head-analysis-text = حلّل الشطرنج التاريخي في متصفحك: محرك وتفريعات ومواضع وملفات PGN من أي برنامج.
head-puzzles = الألغاز – رُخ
head-puzzles-text = ألغاز من شطرنج التاريخ: مات وهجوم مزدوج وأفضل نقلة للرمية، ومنصوبات القدماء.
head-puzzle = لغز { $name } – رُخ
head-puzzle-text = جِد النقلة الجيدة الوحيدة في هذه الوضعية من { $name }.
head-games = المباريات – رُخ
head-games-text = مباريات تُلعب الآن على رُخ، ومباريات منتهية لإعادة عرضها.
head-player-games = مباريات { $name } – رُخ
head-player-games-text = مباريات الشطرنج التاريخي التي لعبها { $name } ونتائجها.
head-signin = تسجيل الدخول – رُخ
head-signin-text = سجّل الدخول إلى حسابك على رُخ بمفتاح مرور أو برمز.
head-register = إنشاء حساب – رُخ
head-register-text = احتفظ باسمك ومبارياتك على رُخ، على كل جهاز.
head-events = الفعاليات – رُخ
head-events-text = ساحات وبطولات سويسرية وإقصائية في الشطرنج التاريخي كل أسبوع.
head-event = { $name } – رُخ
head-event-text = فعالية في { $game } على رُخ: شارك فيها أو تابع ترتيبها ومبارياتها.
head-ratings = التصنيفات – رُخ
head-ratings-text = أفضل اللاعبين في كل شطرنج تاريخي على رُخ، مباشرة وبالأيام، بالنرد وبدونه.
head-account = حسابك – رُخ
head-account-text = اسم حسابك على رُخ ومفاتيح مروره وأجهزته وبياناته.
head-settings = الإعدادات – رُخ
head-settings-text = القطع والرقع والألوان والأصوات على هذا الجهاز.
head-languages = اللغات – رُخ
head-languages-text = جميع نصوص الموقع بكل اللغات، للتصحيح.
head-about = عن رُخ
head-about-text = لماذا يمكن لعب شطرنج التاريخ هنا، ومن أين جاءت قواعده.
head-help = المساعدة – رُخ
head-help-text = لوحة المفاتيح وروابط الدعوة والساعات والنرد النزيه والمحادثة على رُخ.
head-privacy = الخصوصية – رُخ
head-privacy-text = ما يحفظه رُخ عنك، وما لا يحفظه، وإلى متى.
head-terms = الشروط – رُخ
head-terms-text = قواعد اللعب والحديث هنا، وما يستطيع المشرفون فعله، وما يُحفظ من ذلك.
head-report = إبلاغ – رُخ
head-report-text = أخبر المشرفين عن رسالة أو اسم أو طريقة لعب.
head-moderation = الإشراف – رُخ
head-moderation-text = ما ينتظر المشرفين.
head-api = واجهة البرمجة – رُخ
head-api-text = العب وشاهد وحلل شطرنج التاريخ ببرامجك.
head-lost = الصفحة غير موجودة – رُخ
head-lost-text = لم نجد هذه الصفحة.
