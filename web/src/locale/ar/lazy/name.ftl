# Not checked by a native reader yet: see GLOSSARY.md.
name-save = حفظ
name-delete = حذف
name-text = يظهر للاعبين الآخرين. ويظهر تغييره في كل مكان، حتى في المباريات المنتهية والمحادثات.
name-saved = اسمك الآن { $name }.
