# Not checked by a native reader yet: see GLOSSARY.md.
talk-said = پیام‌های گفت‌وگو
talk-none = هنوز پیامی نیست
talk-match-watching = بازی آرام: تماشاگران فقط با هم گفت‌وگو می‌کنند.
talk-match-playing = گفت‌وگوی تماشاگران در هنگام بازی پنهان است.
watching = { $n ->
    [one] { $n } تماشاگر
   *[other] { $n } تماشاگر
}
watches = تماشاگر
mute = بی‌صدا
mute-one = بی‌صدا کردن { $name }
mute-all = بی‌صدا کردن همه
say-label = پیام شما
say-placeholder = پیامی بنویسید
preset-hello = درود!
preset-good-luck = موفق باشید!
preset-well-played = آفرین، خوب بازی کردید!
preset-thanks = سپاس!
preset-sorry = ببخشید!
preset-your-move = نوبت شماست.
preset-good-game = بازی خوبی بود!

replay-of = بازپخش: { $game }
replay-start = وضعیت آغاز
pause = مکث
scrub = جای فعلی در بازی
speed = {"\u2066"}{ $n }×{"\u2069"}
speed-instant = بدون مکث‌ها
speed-title = سرعت
move-of = حرکت { $n } از { $total }
talk = گفت‌وگو
say = فرستادن
