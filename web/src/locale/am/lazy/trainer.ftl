# Not checked by a native reader yet: see GLOSSARY.md.
# The endgame trainer.
trainer-ruleset = ጨዋታ
trainer-level = ርዝመት
trainer-easy = አጭር
trainer-medium = መካከለኛ
trainer-hard = ረጅም
trainer-computing = የዚህ ጨዋታ ፍጻሜዎች በመሰላት ላይ…
trainer-empty = በዚህ ጨዋታ በሦስት ጠጠሮች የሚሸነፍ ነገር የለም። ሌላ ጨዋታ ይምረጡ።
trainer-absent = የፍጻሜ ልምምድ WebAssembly ያስፈልገዋል፤ ይህ አሳሽ አያስኬደውም ወይም ይህ የገጹ ቅጂ የለውም።
trainer-task = { $side } ተራው ነው፤ በ{ $n } እንቅስቃሴ ያሸንፋል።
trainer-best = ምርጡ እንቅስቃሴ።
trainer-lost = አሁንም ያሸንፋል፤ ግን በ{ $n } እንቅስቃሴ ዘግይቶ።
trainer-thrown = { $is ->
    [lost] ድሉ ጠፋ፤ አሁን ይሸነፋሉ።
   *[drawn] ድሉ ጠፋ፤ አሁን አቻ ነው።
}
trainer-won = በ{ $n } እንቅስቃሴ አሸነፉ። ምርጡ { $best } ነበር።
trainer-numbers = የተደረጉ እንቅስቃሴዎች፦ { $made }። የጠፉ እንቅስቃሴዎች፦ { $lost }።
trainer-left = እስከ መጨረሻው፦ { $n }።
trainer-back = መልስ
trainer-next = ቀጣይ ፍጻሜ
trainer-again = እንደገና
