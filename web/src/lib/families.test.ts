import { expect, it } from 'vitest';
import { familiesOf, readingName } from './families';

const ruleset = (id: string, family: string, name: string) => ({ id, family, name, localized_names: [] });
const oblong = ruleset('oblong', 'oblong', 'Oblong chess');

it('families_keep_order_and_main_ruleset_of_the_list', () => {
  const list = [
    ruleset('senterej', 'senterej', 'Senterej'),
    oblong,
    ruleset('ras-imru', 'senterej', 'Ras Imru'),
    ruleset('oblong-dice', 'oblong', 'Dice'),
  ];
  const families = familiesOf(list);
  expect(families.map((one) => one.id)).toEqual(['senterej', 'oblong']);
  expect(families.map((one) => one.main.id)).toEqual(['senterej', 'oblong']);
  expect(families.map((one) => one.readings.map((reading) => reading.id))).toEqual([['ras-imru'], ['oblong-dice']]);
});

it('reading_name_omits_the_name_of_its_family', () => {
  expect(readingName(ruleset('a', 'oblong', 'Oblong chess with a die, after Cazaux'), oblong)).toBe('with a die, after Cazaux');
  expect(readingName(ruleset('b', 'oblong', 'Oblong chess, after Winther'), oblong)).toBe('after Winther');
  expect(readingName(ruleset('c', 'oblong', 'Shatranj al-Mustatila'), oblong)).toBe('Shatranj al-Mustatila');
  expect(readingName(oblong, oblong)).toBe('Oblong chess');
  expect(readingName(ruleset('d', 'oblong', 'ረጅም ቼዝ፣ ከዳይስ ጋር'), ruleset('e', 'oblong', 'ረጅም ቼዝ'))).toBe('ከዳይስ ጋር');
  expect(readingName(ruleset('d', 'oblong', 'الشطرنج المستطيلة، بالنرد'), ruleset('e', 'oblong', 'الشطرنج المستطيلة'))).toBe('بالنرد');
});
