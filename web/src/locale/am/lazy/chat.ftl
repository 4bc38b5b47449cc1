# Not checked by a native reader yet: see GLOSSARY.md.
talk-said = የውይይት መልእክቶች
talk-none = ገና መልእክት የለም
talk-match-watching = ጸጥተኛ ጨዋታ፦ ተመልካቾች የሚወያዩት እርስ በርሳቸው ብቻ ነው።
talk-match-playing = የተመልካቾች ውይይት በጨዋታው ጊዜ አይታይም።
watching = { $n ->
    [one] { $n } ተመልካች
   *[other] { $n } ተመልካቾች
}
watches = ተመልካች
mute = ድምፅ አጥፋ
mute-one = { $name }ን ድምፅ አጥፋ
mute-all = የሁሉንም ድምፅ አጥፋ
say-label = መልእክትዎ
say-placeholder = መልእክት ይጻፉ
preset-hello = ሰላም!
preset-good-luck = መልካም ዕድል!
preset-well-played = ጥሩ ጨዋታ ነው!
preset-thanks = አመሰግናለሁ!
preset-sorry = ይቅርታ!
preset-your-move = የእርስዎ ተራ ነው።
preset-good-game = ግሩም ጨዋታ ነበር!

replay-of = ድጋሚ እይታ፦ { $game }
replay-start = የመነሻ አቀማመጥ
pause = ባለበት አቁም
scrub = በጨዋታው ያሉበት ቦታ
speed = { $n }×
speed-instant = ፋታዎችን ይዝለሉ
speed-title = ፍጥነት
move-of = እርምጃ { $n } ከ{ $total }
talk = ውይይት
say = ላክ
