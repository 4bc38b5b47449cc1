# Not checked by a native reader yet: see GLOSSARY.md.
