languages-title = Translations
languages-lead = Every text of the site in all its languages, side by side.
languages-unchecked = The texts in { $names } have not been checked by a native reader. If you speak one of these languages, you can make them better.
languages-how = Write a better text below the one you want to correct. Then copy your corrections and send them.
languages-where = Send them as an issue to the project, or change the files named here.
languages-project = Open the project’s page
languages-search = Search texts and keys
languages-show = Show
languages-all = All languages
languages-missing = Only missing texts
languages-count = { $n ->
    [one] 1 text
   *[other] { $n } texts
}
languages-none = No text matches.
languages-more = More texts
languages-absent = missing
languages-better = Better text in { $language }
languages-copy = { $n ->
    [one] Copy 1 correction
   *[other] Copy { $n } corrections
}
languages-copied = Copied. Paste them into your message.
languages-not-copied = Your browser did not allow copying. Select the text below.
