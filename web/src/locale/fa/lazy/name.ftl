# Not checked by a native reader yet: see GLOSSARY.md.
name-save = ذخیره
name-delete = حذف
name-text = به بازیکنان دیگر نشان داده می‌شود. تغییر آن همه‌جا دیده می‌شود، در بازی‌های تمام‌شده و گفت‌وگوها هم.
name-saved = نام شما حالا { $name } است.
