// Browser scenes on a desktop and on a phone screen. A scene to which the screen makes no difference has
// the tag of the only one it runs on: `@desk` or `@phone`.
import { defineConfig } from '@playwright/test';
import { browser } from './e2e/browser.ts';
import { desk, phone } from './e2e/screens.ts';

/** Scenes mostly wait, so several run at a time; they share a server that is given by its URL. */
const workers = process.env.RUKH_URL ? 1 : Number(process.env.RUKH_WORKERS ?? 4);

export default defineConfig({
  testDir: 'e2e',
  testIgnore: 'marathon.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers,
  timeout: 150_000,
  expect: { timeout: 15_000 },
  forbidOnly: !!process.env.CI,
  // A machine that others use stalls now and then; what passes only the second time is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  use: {
    // Beside scenes in which an engine thinks or a PDF is made.
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // Scenes that play without a connection allow it: elsewhere answers are those of the server.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Without snapshots of the page, which cost a sixth of the time; `--trace on` records them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: browser,
  },
  projects: [
    { name: 'desk', use: desk, grepInvert: /@phone/ },
    { name: 'phone', use: phone, grepInvert: /@desk/ },
  ],
});
