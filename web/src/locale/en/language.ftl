language = Language
translation-unchecked = This translation has not been checked by a native reader.
translation-help = Help to correct it
