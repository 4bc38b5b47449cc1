# Not checked by a native reader yet: see GLOSSARY.md.
languages-title = الترجمات
languages-lead = كل نصوص الموقع بكل لغاته، جنبًا إلى جنب.
languages-unchecked = نصوص هذه اللغات لم يراجعها قارئ من أهلها: { $names }. إن كنت تتكلم إحداها فبوسعك تحسينها.
languages-how = اكتب نصًا أفضل تحت النص الذي تريد تصحيحه، ثم انسخ تصحيحاتك وأرسلها.
languages-where = أرسلها في صفحة المشروع، أو عدّل الملفات المذكورة هنا.
languages-project = افتح صفحة المشروع
languages-search = ابحث في النصوص والمفاتيح
languages-show = عرض
languages-all = كل اللغات
languages-missing = النصوص الناقصة فقط
languages-count = { $n ->
    [zero] لا نصوص
    [one] نص واحد
    [two] نصان
    [few] { $n } نصوص
    [many] { $n } نصًا
   *[other] { $n } نص
}
languages-none = لا نص يطابق البحث.
languages-more = نصوص أخرى
languages-absent = ناقص
languages-better = نص أفضل بهذه اللغة: { $language }
languages-copy = { $n ->
    [zero] لا تصحيحات للنسخ
    [one] انسخ تصحيحًا واحدًا
    [two] انسخ تصحيحين
    [few] انسخ { $n } تصحيحات
    [many] انسخ { $n } تصحيحًا
   *[other] انسخ { $n } تصحيح
}
languages-copied = نُسخت. ألصقها في رسالتك.
languages-not-copied = لم يسمح متصفحك بالنسخ. حدّد النص أدناه.
