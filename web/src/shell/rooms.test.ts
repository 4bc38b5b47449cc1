import { expect, it } from 'vitest';
import { files, importsOf } from './import-graph';

/** The folders of `src`: each imports only itself and those before it. */
const ROOMS = [
  'board',
  'pieces',
  'wire',
  'service-worker',
  'settings',
  'locale',
  'lib',
  'game',
  'forms',
  'local',
  'archive',
  'replay',
  'live',
  'learn',
  'puzzle',
  'lobby',
  'account',
  'appointments',
  'events',
  'clubs',
  'moderation',
  'analysis',
  'studies',
  'library',
  'reference',
  'shell',
  'pages',
  '',
];

const roomOf = (path: string) => (path.includes('/') ? path.split('/')[0]! : '');
const floorOf = (path: string) => ROOMS.indexOf(roomOf(path));
const paths = Object.keys(files);

it('rooms_are_the_folders_of_the_site', () => {
  expect([...new Set(paths.map(roomOf))].sort()).toEqual([...ROOMS].sort());
});

it('rooms_import_only_what_is_below_them', () => {
  const upward = paths.flatMap((path) =>
    importsOf(path)
      .filter(({ file }) => floorOf(file) > floorOf(path))
      .map(({ file }) => `${path} imports ${file}`),
  );
  expect(upward).toEqual([]);
  expect(paths.flatMap(importsOf).length, 'imports that were read').toBeGreaterThan(800);
});
