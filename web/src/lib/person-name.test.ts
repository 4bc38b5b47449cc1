// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { findLanguage } from '../locale/languages';
import { showLanguage, withoutIsolation } from '../locale/locale';
import { isGuestName, personName } from './person-name';

const show = (tag: string) => showLanguage(findLanguage(tag)!);
const shown = (name: string) => withoutIsolation(personName(name));

afterEach(() => show('en'));

it('guest_is_named_in_the_language_of_the_page', async () => {
  expect(shown('Guest 417')).toBe('Guest 417');
  await show('ar');
  expect([shown('Guest 417'), shown('Guest 4170 (2)'), shown('Guest')]).toEqual(['ضيف 417', 'ضيف 4170 (2)', 'ضيف']);
  await show('am');
  expect(shown('Guest 417')).toBe('እንግዳ 417');
  await show('fa');
  expect(shown('Guest 4170'), 'digits of the language').toBe('مهمان ۴۱۷۰');
});

it('computer_of_a_record_is_named_in_the_language_of_the_page', async () => {
  expect(shown('Rukh, level 3')).toBe('Computer, level 3');
  await show('am');
  expect(shown('Rukh, level 3')).toBe('ኮምፒውተር፣ ደረጃ 3');
  expect(shown('Rukh, level 3 of Almaz')).toBe('Rukh, level 3 of Almaz');
});

it('bot_is_marked_by_a_word_in_the_language_of_the_page', async () => {
  expect(shown('Ferz (bot)')).toBe('Ferz (bot)');
  await show('fa');
  expect([shown('Ferz (bot)'), shown('Guest 417 (bot)'), isGuestName('Ferz (bot)')]).toEqual(['Ferz (ربات)', 'مهمان ۴۱۷ (ربات)', false]);
  await show('ar');
  expect(shown('Ferz (bot)')).toBe('Ferz (آلي)');
  await show('am');
  expect(shown('Ferz (bot)')).toBe('Ferz (ቦት)');
});

it('chosen_name_stays_as_it_is', async () => {
  await show('fa');
  for (const name of ['Almaz', 'Guest of honour', 'Guests 4', 'guest 4', 'Guest 4a']) {
    expect([shown(name), isGuestName(name)]).toEqual([name, false]);
  }
});
