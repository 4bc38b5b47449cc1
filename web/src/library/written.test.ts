// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { keepWritten, readWritten, takeWritten } from './written';

const PAGE =
  '<html><head><title>Sources – Rukh</title><meta name="description" content="Every work"></head>' +
  '<body><main data-written="ar"><h1>A</h1></main></body></html>';
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');

it('written_page_is_read_with_its_head', () => {
  const page = readWritten(parse(PAGE), '/sources');
  expect(page).toEqual({ path: '/sources', language: 'ar', title: 'Sources – Rukh', description: 'Every work', content: '<h1>A</h1>' });
  expect(readWritten(parse('<main></main>'), '/')).toBeNull();
});

it('links_name_no_language_where_the_site_remembers_it', () => {
  const page = readWritten(
    parse('<main data-written="ar"><a href="/sources?lang=ar#x">a</a><a href="https://example.org/?lang=ar">b</a></main>'),
    '/library',
  );
  expect(page?.content).toBe('<a href="/sources#x">a</a><a href="https://example.org/?lang=ar">b</a>');
});

it('first_page_is_taken_once_and_in_its_own_language', () => {
  document.body.innerHTML = '<main data-written="ar"><h1>A</h1></main>';
  expect(keepWritten('/sources')).toBe(true);
  expect(takeWritten('/sources', 'ar')?.content).toBe('<h1>A</h1>');
  expect(takeWritten('/sources', 'ar')).toBeNull();
  keepWritten('/sources');
  expect(takeWritten('/sources', 'en')).toBeNull();
  document.body.innerHTML = '';
  expect(keepWritten('/sources')).toBe(false);
});
