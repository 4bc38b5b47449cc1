# Not checked by a native reader yet: see GLOSSARY.md.
talk-said = رسائل المحادثة
talk-none = لا رسائل بعد
talk-match-watching = مباراة هادئة: يتحدث المشاهدون فيما بينهم فقط.
talk-match-playing = محادثة المشاهدين مخفية أثناء المباراة.
watching = { $n ->
    [zero] لا مشاهدين
    [one] مشاهد واحد
    [two] مشاهدان
    [few] { $n } مشاهدين
    [many] { $n } مشاهدًا
   *[other] { $n } مشاهد
}
watches = مشاهد
mute = كتم
mute-one = كتم { $name }
mute-all = كتم الجميع
say-label = رسالتك
say-placeholder = اكتب رسالة
preset-hello = مرحبًا!
preset-good-luck = حظًا سعيدًا!
preset-well-played = لعب جميل!
preset-thanks = شكرًا!
preset-sorry = آسف!
preset-your-move = الدور لك.
preset-good-game = مباراة جميلة!

replay-of = إعادة عرض: { $game }
replay-start = الوضعية الأولى
pause = إيقاف مؤقت
scrub = الموضع في المباراة
speed = {"\u2066"}{ $n }×{"\u2069"}
speed-instant = تخطي التوقفات
speed-title = السرعة
move-of = النقلة { $n } من { $total }
talk = المحادثة
say = أرسل
