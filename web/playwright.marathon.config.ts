// Plays every ruleset to its end: `npm run marathon`. Slow; not part of the gate.
import { defineConfig } from '@playwright/test';
import scenes from './playwright.config.ts';

export default defineConfig({ ...scenes, testIgnore: [], testMatch: 'marathon.spec.ts', projects: [{ name: 'marathon' }] });
