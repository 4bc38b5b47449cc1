name-save = Save
name-delete = Delete
name-text = Shown to other players. A change shows everywhere, also in finished games and chat.
name-saved = You’re now { $name }.
