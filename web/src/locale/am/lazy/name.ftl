# Not checked by a native reader yet: see GLOSSARY.md.
name-save = አስቀምጥ
name-delete = ሰርዝ
name-text = ለሌሎች ተጫዋቾች ይታያል። ለውጡ በሁሉም ቦታ ይታያል፤ ባለቁ ጨዋታዎችና ውይይቶችም።
name-saved = አሁን ስምዎ { $name } ነው።
