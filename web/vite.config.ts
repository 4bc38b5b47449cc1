import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { firstPaint } from './build/first-paint.ts';
import { messages } from './build/messages.ts';
import { pageFiles } from './build/page-files.ts';
import { rukhPackage } from './build/rukh-package.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/service-worker.ts';
import { fonts, fontsAlias } from './fonts.ts';
import { rulesetNames } from './ruleset-names.ts';

const server = process.env.RUKH_URL ?? 'http://127.0.0.1:7878';

/** Files whose path has one of these parts. */
const among = (...parts: string[]) => new RegExp(parts.map((part) => part.replace(/[./]/g, '\\$&')).join('|'));

/** What every page needs: the frame of the site, its texts and its connection. */
const BASE = among(
  'node_modules/(?!lean-qr/|@simplewebauthn/)',
  'preload-helper',
  'src/App.svelte',
  'src/shell/',
  'src/locale/locale.ts',
  'src/locale/message.ts',
  'src/lib/person-name.ts',
  'src/lib/Title.svelte',
  'src/lib/Loading',
  'src/wire/api',
  'src/wire/socket',
  'src/game/seat.ts',
  'src/game/time.ts',
  'src/forms/SoundControl',
  'src/lib/language',
  'src/lib/LanguageChoice',
  'src/lib/TranslationNote',
  'src/lib/addresses',
  'src/lib/announcer',
  'src/lib/error-message',
  'src/lib/flash-title',
  'src/lib/me.',
  'src/lib/offline',
  'src/lib/pending-seeks',
  'src/lib/router',
  'src/settings/',
  'src/lib/signal',
  'src/lib/started-game',
  'src/lib/local-id',
  'src/library/written',
  'src/lib/focus',
  'src/wire/id',
  'src/lib/rukh-package',
  'src/lib/play-here',
  'virtual:rukh-package',
);
/** Pictures of boards and pieces. */
const PIECES = among(
  'src/pieces/',
  'assets/pieces/',
  'assets/skins',
  'src/board/skin',
  'src/board/geometry',
  'src/board/static-board',
  'src/board/board.css',
  'src/game/StaticBoard',
  'src/game/PieceIcon',
  'src/game/thumbnail',
);
/** What lists and pages of rulesets say beside their pictures, and what a puzzle asks. */
const RULESETS = among(
  'src/lobby/TimeAndPlace',
  'src/locale/Localized',
  'src/lib/families',
  'src/puzzle/describe',
  'src/puzzle/requests',
  'src/puzzle/streak',
);
/** What games, replays and lessons share. */
const PLAY = among(
  'src/board/board.',
  'src/board/input',
  'src/board/overlay',
  'src/board/marks',
  'src/game/BoardHost',
  'src/game/Captured',
  'src/game/Clock',
  'src/game/MoveList',
  'src/game/Player',
  'src/game/San',
  'src/game/annotations',
  'src/game/clock',
  'src/live/describe',
  'src/game/describe-contest',
  'src/game/moves.',
  'src/game/notation',
  'src/game/orient',
  'src/game/piece-name',
  'src/game/playback',
  'src/game/reconstruct',
  'src/local/source',
  'src/learn/guided-game',
  'src/game/game-link',
  'src/lib/bounded-cache',
);
/** What the pages of accounts share. */
const ACCOUNT = among('src/account/', 'src/wire/account', 'node_modules/@simplewebauthn/');

export default defineConfig({
  plugins: [svelte(), fonts(), rulesetNames(), rukhPackage(), messages(), firstPaint(), pageFiles(), serviceWorker(), precompress()],
  resolve: { alias: fontsAlias },
  build: {
    target: 'es2022',
    assetsInlineLimit: 2048,
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/service-worker/worker.ts' },
      // The service worker has an address of its own, since its scope is the whole site.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // Every page loads the list of these files: without their names it is lighter.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names }) => (names[0]?.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash][extname]'),
        // What most pages share, in a few files and not in twenty: each costs a request on a slow line,
        // and compresses worse alone.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'pieces', test: PIECES },
            { name: 'rulesets', test: RULESETS },
            { name: 'play', test: PLAY },
            { name: 'account', test: ACCOUNT },
          ],
        },
      },
    },
  },
  // Messages of the rules, of games and of the server are read from their crates, boards and pieces from `assets`.
  server: { fs: { allow: ['..'] }, proxy: { '/api': server, '/ws': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'], testTimeout: 30_000 },
});
