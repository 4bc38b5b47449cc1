# Studies that the server keeps.
server-studies = Studies on the server
server-studies-lead = Lines with comments, in chapters. Several people write one study at once, from all their devices.
server-study-new = New study
server-studies-mine = My studies
server-studies-none = You have no study on the server yet.
server-studies-shared = Shared with me
server-studies-public = Public studies
server-studies-no-public = No study is public yet.
server-studies-account = Studies on the server are kept with an account. Without one you can read public studies, and keep your own in this browser.
server-studies-board = To the analysis board
server-studies-all = All studies
server-studies-waiting = Changes that wait
server-studies-unnamed = A study

study-called = Name of the study
study-for = Who can read it
study-for-private = Private
study-for-private-text = Only you and the people you share it with.
study-for-link = By link
study-for-link-text = Anyone who has the link.
study-for-public = Public
study-for-public-text = Anyone; it is listed.
study-games = Games as PGN, each a chapter (optional)
study-file = Choose a file
study-make = Make study
study-by = By { $name }
study-hidden = hidden by moderators
study-role = May
study-role-owner = owner
study-role-writer = reads and writes
study-role-reader = reads
study-role-of = What { $name } may do

study-settings = Settings
study-keep-changes = Save
study-changed = Saved.
study-people = People
study-share-with = Share with (name of an account)
study-share = Share
study-shared = Shared with { $name }.
study-unshare = Remove
study-unshare-it = Remove { $name }
study-unshared = { $name } is removed.
study-end = Delete study
study-end-sure = Delete it for good, for everyone?
study-leave = Leave study
study-leave-sure = Leave? Only its owner can let you in again.

study-read-only = You can read it. What you try on the board stays with you.
study-gone-away = You can’t read this study any more. Download or copy what you need before you leave this page.
study-not-connected = Not connected: changes of others come with a delay, yours are kept in this browser until they are sent.
study-here = Here now: { $names }.
study-others = { $n ->
    [one] One reader more.
   *[other] { $n } readers more.
}
study-waiting = { $n ->
    [one] One change is not sent yet.
   *[other] { $n } changes are not sent yet.
}
study-not-kept = This browser’s storage is full or switched off: what is not sent yet is lost when you leave this page.
study-report = Report
study-link-copied = The link is copied.
study-copy-here = Copy chapter to this device
study-other-account = You are signed in as somebody else now, so your changes were not sent. They are kept until you sign in again as before.
study-unplayable = This chapter cannot be shown: { $why }

chapter = Chapter
chapter-name = Name of the chapter
chapter-tags = PGN tags
chapter-tags-of = PGN tags of { $name }
chapter-tags-text = Each tag is one line with its value in quotes. They stand in the PGN of this chapter; delete a line to take its tag away.
chapter-tags-wrong = This line is no tag: { $line }
chapter-up = Move { $name } up
chapter-down = Move { $name } down
chapter-new = New chapter
chapter-game = Game
chapter-add = Add chapter
chapter-from-position = New chapter from a position
chapter-of-position = Position { $n }
chapters-title = Chapters
chapters-none = This study has no chapter yet.
chapters-begin = This study has no chapter yet. Open “Chapters” to add one.
chapters-deleted = Deleted ({ $n })
chapters-from-pgn = Chapters from PGN
chapters-from-pgn-text = Each game becomes a chapter. A game with the event, round and players of a chapter continues it, so a game in progress can be sent again and again.
chapters-read-it = Read
chapters-read = Chapters added: { $added }, continued: { $updated }.

refused-title = { $n ->
    [one] One change was not written
   *[other] { $n } changes were not written
}
refused-chapter = New chapter
refused-rename = Name of a chapter
refused-tags = Facts of a game
refused-drop = Deleting or restoring a chapter
refused-order = Order of the chapters
refused-line = Moves
refused-comment = Comment
refused-glyphs = Symbols
refused-marks = Arrows and circles
refused-sort = Order of variations
refused-remove = Deleting moves
refused-copy = Copy text
refused-copied = Copied.
refused-by-hand = Select the text to copy it.
refused-dismiss = Dismiss
waiting-discard = Discard
