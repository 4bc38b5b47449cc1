// What the compilers do not see, in TypeScript and in components.
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  { ignores: ['dist/', 'test-results/', 'src/wire/generated.ts'] },
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // Prettier breaks what it can; what it cannot, such as texts and comments, is broken by hand.
      'max-len': ['error', { code: 140 }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Spaces that must stay are written as strings.
      'svelte/no-useless-mustaches': 'off',
      // Drawings of pieces, and pages that the server has written.
      'svelte/no-at-html-tags': 'off',
      // Plain collections are those that nothing follows.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  // Answers of the server in scenes, and what stands for a package that was not built.
  { files: ['e2e/**', 'build/rukh-absent.d.ts'], rules: { '@typescript-eslint/no-explicit-any': 'off' } },
);
