import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { ACCOUNT, BASE, PIECES, PLAY, RULESETS } from './build/chunk-groups.ts';
import { firstPaint } from './build/first-paint.ts';
import { messages } from './build/messages.ts';
import { pageFiles } from './build/page-files.ts';
import { rukhPackage } from './build/rukh-package.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/service-worker.ts';
import { fonts, fontsAlias } from './fonts.ts';
import { rulesetNames } from './ruleset-names.ts';

const server = process.env.RUKH_URL ?? 'http://127.0.0.1:7878';

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
