# Not checked by a native reader yet: see GLOSSARY.md.
odds-time = እኔ በሌላ ጊዜ እጫወታለሁ
odds-time-text = የእርስዎ ሰዓት ይህ ነው፤ የተጋጣሚዎ ከላይ ያለው ነው። እንዲህ ያለ ጨዋታ ደረጃ አይሰጠውም፤ በድጋሚ ጨዋታም ከእርስዎ ጋር ይቆያል።
odds-time-not-clock = ሌላ ጊዜ መምረጥ የሚችሉት የደቂቃ ሰዓት ባለው ጨዋታ ብቻ ነው።
odds-time-not-opponent = ሌላ ጊዜ ከጓደኛ ወይም ከኮምፒውተር ጋር ለሚደረግ ጨዋታ ነው።
odds-pieces = የሚጎድሉ ጠጠሮች
odds-pieces-text = ብልጫ የሚሰጠው ወገን ምልክት ያደረጉባቸው ጠጠሮች ሳይኖሩት ይጫወታል። እንዲህ ያለ ጨዋታ ደረጃ አይሰጠውም።
odds-pieces-werera = የመክፈቻው ክፍል ያለ እነርሱ ይጀምራል።
odds-pieces-random = ቀለሙ በዕጣ ከሆነ ማን እንደሚሰጣቸው ዕጣ ይወስናል።
odds-pieces-position = ጨዋታው ከራሱ አቀማመጥ ስለሚጀምር ከመነሻ አሰላለፉ ጠጠር ማውጣት አይቻልም።
odds-side = ብልጫ የሚሰጠው ወገን
odds-times = { $white } በ{ $first } ይጫወታል፣ { $black } በ{ $second }።
odds-without = { $side } ያለ እነዚህ ይጫወታል፦ { $pieces }።
