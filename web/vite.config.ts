import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { fonts, fontsAlias } from './fonts.ts';
import { rulesetNames } from './ruleset-names.ts';

const server = process.env.RUKH_URL ?? 'http://127.0.0.1:7878';

export default defineConfig({
  plugins: [svelte(), fonts(), rulesetNames()],
  resolve: { alias: fontsAlias },
  build: { target: 'es2022', assetsInlineLimit: 2048 },
  // Messages of the rules and of the server are read from their crates, boards and pieces from `assets`.
  server: { fs: { allow: ['..'] }, proxy: { '/api': server, '/ws': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'], environment: 'happy-dom' },
});
