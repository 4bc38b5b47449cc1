// The browser of the scenes: the system's Chromium, so that nothing is downloaded.
import { existsSync } from 'node:fs';

const CHROMIUM = '/usr/bin/chromium';
/** The build that shows no window: the full one spends more on itself than on the pages. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';

const launch = (executablePath: string) => ({
  executablePath: process.env.RUKH_CHROMIUM ?? executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

export const browser = launch(existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM);
/** For scenes with push messages and notifications, which the headless build lacks. */
export const fullBrowser = launch(CHROMIUM);
