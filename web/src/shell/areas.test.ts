import { expect, it } from 'vitest';
import { AREAS } from './areas';

const pages = Object.keys(import.meta.glob('../pages/*.svelte')).map((path) => path.slice('../pages/'.length, -'.svelte'.length));
const files = Object.keys(import.meta.glob('../locale/en/lazy/*.ftl')).map((path) => path.slice('../locale/en/lazy/'.length, -'.ftl'.length));

it('areas_name_pages_and_files_that_exist', () => {
  expect(Object.keys(AREAS).filter((page) => !pages.includes(page))).toEqual([]);
  expect(Object.values(AREAS).filter((area) => !files.includes(area))).toEqual([]);
});
