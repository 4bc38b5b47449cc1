import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { firstPaint } from './build/first-paint.ts';
import { messages } from './build/messages.ts';
import { pageFiles } from './build/page-files.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/service-worker.ts';
import { fonts, fontsAlias } from './fonts.ts';
import { rulesetNames } from './ruleset-names.ts';

const server = process.env.RUKH_URL ?? 'http://127.0.0.1:7878';

export default defineConfig({
  plugins: [svelte(), fonts(), rulesetNames(), messages(), firstPaint(), pageFiles(), serviceWorker(), precompress()],
  resolve: { alias: fontsAlias },
  build: {
    target: 'es2022',
    assetsInlineLimit: 2048,
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/service-worker/worker.ts' },
      // The service worker has an address of its own, since its scope is the whole site.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // What most pages share, in a few files and not in twenty: each costs a request on a slow line,
        // and compresses worse alone.
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules|src\/locale\/(locale|message)\.ts|src\/lib\/(error-message|settings|announcer|me\.)|src\/wire\/(api|socket)|src\/game\/(seat|time)\.ts|src\/App\.svelte|src\/shell\/|src\/lib\/(router|addresses|head|links|flash-title|offline|signal|pending-seeks|started-game|LanguageChoice|TranslationNote)|src\/game\/SoundControl|preload-helper/ },
            { name: 'pieces', test: /src\/pieces\/|assets\/pieces\/|assets\/skins|src\/board\/(skin|geometry|static-board|board\.css)|src\/game\/(StaticBoard|PieceIcon)/ },
            // What games, replays and lessons share.
            { name: 'play', test: /src\/board\/(board|input|overlay|marks)|src\/game\/(orient|BoardHost|describe|MoveList|moves|Player|Captured|Clock|clock|San|piece-name|notation|annotations|reconstruct|playback)\./ },
          ],
        },
      },
    },
  },
  // Messages of the rules and of the server are read from their crates, boards and pieces from `assets`.
  server: { fs: { allow: ['..'] }, proxy: { '/api': server, '/ws': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'], environment: 'happy-dom' },
});
