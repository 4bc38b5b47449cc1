# Not checked by a native reader yet: see GLOSSARY.md.
offer-draw = { $side } يعرض التعادل.
offer-takeback = { $side } يطلب التراجع عن آخر نقلة.
offer-turns = { $side } يعرض بدء الأدوار.
offer-rematch = { $side } يريد مباراة أخرى.
offered-draw = عرضت التعادل.
offered-takeback = طلبت التراجع عن نقلتك.
offered-turns = عرضت بدء الأدوار.
offered-rematch = عرضت مباراة أخرى.
claim-title = المطالبة بالنتيجة
claim-soon = غادر خصمك. طالب بالفوز أو بالتعادل بعد { $left }.
claim-text = غادر خصمك. طالب بالنتيجة أو انتظر.
claim-text-own = غادر خصمك. طالب بالتعادل الآن، أو تحرك أولًا ثم طالب بالفوز.
claim-win = طالب بالفوز
claim-draw = طالب بالتعادل
