/** The languages of the site, and which of them a reader prefers. */

export type LanguageTag = 'en' | 'am' | 'ar' | 'fa';

export interface Language {
  tag: LanguageTag;
  /** Its name in its own script. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** Tag for numbers, plurals and dates. Arabic uses the digits of clocks and coordinates, which all its readers know. */
  format: string;
  /** Whether a native reader has checked its texts; the site says where none has. */
  isChecked: boolean;
}

export const ENGLISH: Language = { tag: 'en', name: 'English', direction: 'ltr', format: 'en-GB', isChecked: true };

export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  { tag: 'am', name: 'አማርኛ', direction: 'ltr', format: 'am', isChecked: false },
  { tag: 'ar', name: 'العربية', direction: 'rtl', format: 'ar-u-nu-latn', isChecked: false },
  { tag: 'fa', name: 'فارسی', direction: 'rtl', format: 'fa', isChecked: false },
];

/** The language with that tag, or that its base language names. */
export function findLanguage(tag: string): Language | undefined {
  const base = tag.toLowerCase().split('-')[0];
  return LANGUAGES.find((one) => one.tag === base);
}

/** The chosen language, or else the first of the browser's that the site has, or else English. */
export function preferredLanguage(chosen: string, browser: readonly string[]): Language {
  const found = [chosen, ...browser].map(findLanguage).find((one) => one);
  return found ?? ENGLISH;
}
