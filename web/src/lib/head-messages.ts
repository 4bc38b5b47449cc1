/** Titles and descriptions of pages in English, loaded with whatever says them. */
import english from '../../../crates/server/locales/en.ftl?said';
import { addEnglish } from '../locale/locale';

addEnglish(english);
