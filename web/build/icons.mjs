/**
 * Draws the icons of the site as PNG from `public/rukh.svg`, for systems that take no SVG:
 * `node build/icons.mjs`, in the system's Chromium.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const folder = fileURLToPath(new URL('../public/', import.meta.url));
/** Paper of the site. */
const PAPER = '#faf6ee';
/** Size in pixels, and the part of it that the piece takes; systems cut a maskable icon to a circle of four fifths. */
const ICONS = [
  { name: 'icon-192', size: 192, part: 1, ground: 'transparent' },
  { name: 'icon-512', size: 512, part: 1, ground: 'transparent' },
  { name: 'icon-maskable-512', size: 512, part: 0.62, ground: PAPER },
  { name: 'apple-touch-icon', size: 180, part: 0.78, ground: PAPER },
];

const mark = readFileSync(`${folder}rukh.svg`, 'utf8');
const browser = await chromium.launch({
  executablePath: process.env.RUKH_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const { name, size, part, ground } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  const style = `margin: 0; display: grid; place-items: center; height: 100vh; background: ${ground}`;
  await page.setContent(`<body style="${style}">${mark.replace('<svg ', `<svg width="${size * part}" height="${size * part}" `)}</body>`);
  await page.screenshot({ path: `${folder}${name}.png`, omitBackground: true });
}
await browser.close();
