nav-learn = Learn
nav-play = Play
nav-library = Library
footer = About this site
footer-about = About
footer-help = Help
footer-api = API
footer-source = Source code
footer-licence = Licence: GPL 3
footer-privacy = Privacy
site-offline = You’re offline. You can still read rules and lessons you have opened; games go on when the connection is back.
site-update = A new version of Rukh is ready.
site-update-go = Reload
site-reload-needed = This page needs a newer version of Rukh.
site-kept = Last seen { $when }. Moves made since then are missing.
choose-title = Choose a game

conjectural = partly reconstructed
