// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { nameIn } from '../../ruleset-names';
import { findLanguage, LANGUAGES, preferredLanguage } from './languages';
import { directionOf, formatDate, gameName, hasMessage, languageOf, localized, nativeName, showLanguage, t, withArea } from './locale';
import { say } from './message';
import { formatCorrections, isMissing, matches, messageRows, readMessages, readTranslations, translationRows, type TextRow } from './texts';

const show = (tag: string) => showLanguage(findLanguage(tag)!);
/** Without the marks that isolate arguments. */
const plain = (text: string) => text.replace(/[\u200f\u2066-\u2069]/g, '');

/** Contents of all isolates of a text. */
function isolates(text: string): string[] {
  const [open, found]: [number[], string[]] = [[], []];
  [...text].forEach((letter, index) => {
    if (/[\u2066-\u2068]/.test(letter)) open.push(index + 1);
    else if (letter === '\u2069') found.push([...text].slice(open.pop(), index).join(''));
  });
  return found;
}

function withoutIsolates(text: string): string {
  const shorter = text.replace(/[\u2066-\u2068][^\u2066-\u2069]*\u2069/g, '');
  return shorter === text ? text : withoutIsolates(shorter);
}

afterEach(() => show('en'));

it('preferred_language_is_the_chosen_one_then_the_first_the_site_has', () => {
  const tag = (chosen: string, browser: string[]) => preferredLanguage(chosen, browser).tag;
  expect(tag('', ['de-DE', 'fa-IR', 'en'])).toBe('fa');
  expect(tag('am', ['fa'])).toBe('am');
  expect(tag('', ['de', 'fr-CH'])).toBe('en');
  expect(tag('tlh', ['ar-EG'])).toBe('ar');
});

it('show_language_changes_texts_direction_names_and_dates', async () => {
  await show('ar');
  expect(document.documentElement).toMatchObject({ lang: 'ar', dir: 'rtl' });
  expect(t('settings')).toBe('الإعدادات');
  expect(plain(t('time-days', { days: 3 }))).toBe('3 أيام للنقلة');
  expect(gameName({ instance: 'senterej', ruleset_name: 'Senterej' })).toBe('السنتريج');
  expect(gameName({ instance: 'senterej[saba=G]', ruleset_name: 'Senterej' })).toBe('السنتريج (قاعدة واحدة مغيَّرة)');
  expect(gameName({ instance: 'courier', ruleset_name: 'Courier chess' })).toBe('Courier chess');
  await show('fa');
  expect(plain(t('turn-side', { side: 'سفید' }))).toBe('نوبت سفید');
  expect(formatDate(new Date(Date.UTC(2026, 10, 26, 12)), { year: 'numeric' })).toMatch(/۱۴۰۵/);
  await show('en');
  expect(document.documentElement).toMatchObject({ lang: 'en', dir: 'ltr' });
  expect(t('settings')).toBe('Settings');
});

it('show_language_keeps_the_later_of_two_choices', async () => {
  await Promise.all([show('am'), show('en')]);
  expect(t('settings')).toBe('Settings');
});

it('message_of_the_rules_is_rendered_with_the_names_and_the_grammar_of_the_language', async () => {
  const rook = {
    piece: 'r',
    name: 'rukh',
    names: [
      { language: 'ar', text: 'رخ' },
      { language: 'am', text: 'ሩክ' },
    ],
  };
  const message = { english: '', key: 'refusal-blocked', args: { piece: rook, cell: 'a1' } };
  await show('ar');
  expect(plain(say(message))).toBe('الرخ في a1 محاصر: لا مربع يستطيع الانتقال إليه الآن.');
  await show('am');
  expect(plain(say(message))).toBe('a1 ላይ ያለው ሩክ ተዘግቷል፦ አሁን የሚሄድበት ቤት የለም።');
  await show('fa');
  expect(plain(say(message))).toContain('راه rukh در a1');
});

/** An isolate that holds only isolates would run left-to-right, and its parts in the wrong order. */
it('phrases_of_isolated_arguments_run_right_to_left', async () => {
  await show('ar');
  const squares = { key: 'movement-squares', args: { count: 1 } };
  const step = {
    key: 'movement-step',
    args: { mode: 'move', squares: { message: squares }, aim: { message: { key: 'movement-aim', args: { line: 'any', way: 'any' } } } },
  };
  const text = say({ english: '', key: 'movement-ways', args: { ways: { messages: [step], join: 'and' } } });
  expect(plain(text)).toBe('يتحرك مربعًا واحدًا في أي اتجاه.');
  expect(isolates(text).filter((one) => /\p{L}/u.test(one) && !/[\p{L}\u200f]/u.test(withoutIsolates(one)))).toEqual([]);
});

it('area_is_loaded_in_english_and_in_the_language_shown', async () => {
  await show('fa');
  expect(await withArea('languages', Promise.resolve('page'))).toBe('page');
  expect(t('languages-title')).toBe('ترجمه‌ها');
  await show('am');
  expect(t('languages-title')).toBe('ትርጉሞች');
  await show('en');
  expect(t('languages-title')).toBe('Translations');
  expect(hasMessage('languages-title')).toBe(true);
});

it('texts_of_rulesets_fall_back_to_english_and_say_so', async () => {
  await show('fa');
  const names = [{ language: 'fa', text: 'شطرنج' }];
  expect([localized('Chess', names), languageOf(names), directionOf(names)]).toEqual(['شطرنج', undefined, undefined]);
  expect([localized('Chess', []), languageOf([]), directionOf([])]).toEqual(['Chess', 'en', 'ltr']);
  expect(nativeName({ name: 'Chess', localized_names: names, native_name: 'شطرنج' })).toBe('');
  expect(nativeName({ name: 'Chess', localized_names: [], native_name: 'شطرنج' })).toBe('شطرنج');
});

it('names_of_rulesets_are_read_from_their_files', () => {
  const text = 'id = "x"\n[about]\nname = "X"\nnames = { am = "ኤ", ar-Latn = "a", ar = "أ" }\n\n[men.k]\nnames = { fa = "شاه" }\n';
  expect([nameIn(text, 'am'), nameIn(text, 'ar'), nameIn(text, 'fa')]).toEqual(['ኤ', 'أ', undefined]);
});

it('texts_are_listed_side_by_side', async () => {
  const rows = [...(await messageRows()), ...(await translationRows())];
  const tags = LANGUAGES.map((one) => one.tag);
  const row = rows.find((one) => one.key === 'refusal-over')!;
  expect(row.file).toBe('crates/rules/locales/{language}.ftl');
  expect(Object.keys(row.texts)).toEqual(tags);
  expect(new Set(rows.map((one) => one.file + one.key)).size).toBe(rows.length);
  expect(matches(row, 'refusal انتهت')).toBe(true);
  expect(matches(row, 'refusal nothing')).toBe(false);
  const region = rows.find((one) => one.key === 'Ethiopia and Eritrea')!;
  expect([region.file, region.texts.fa]).toEqual(['rulesets/translations/{language}.toml', 'اتیوپی و اریتره']);
  expect(Object.keys(region.texts).sort()).toEqual([...tags].sort());
  const lacking: TextRow = { key: 'a', file: 'web/src/locale/{language}/page.ftl', texts: { en: 'A', am: 'ኤ' } };
  expect([isMissing(lacking, ['am']), isMissing(lacking, ['am', 'fa'])]).toEqual([false, true]);
  expect(formatCorrections([{ tag: 'am', row: lacking, text: 'እ' }])).toBe('web/src/locale/am/page.ftl: a\n- ኤ\n+ እ\n');
});

it('translations_are_read_with_their_escapes', () => {
  const text =
    '# note\n\n[[text]]\nen = "a \\"b\\""\nar = "\\u2066c\\\\\\u2069"\n\n[[text]]\nen = """\none \\\n  two\n\nthree"""\nar = "d"\n';
  expect(readTranslations(text)).toEqual([
    { en: 'a "b"', ar: '\u2066c\\\u2069' },
    { en: 'one two\n\nthree', ar: 'd' },
  ]);
});

it('messages_are_read_with_their_variants', () => {
  const text = '# note\none = 1\ntwo = { $n ->\n    [one] x\n   *[other] y\n}\n\n## Title\nthree = 3\n';
  expect([...readMessages(text)]).toEqual([
    ['one', '1'],
    ['two', '{ $n ->\n    [one] x\n   *[other] y\n}'],
    ['three', '3'],
  ]);
});
