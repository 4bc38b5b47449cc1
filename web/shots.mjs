import { chromium } from '@playwright/test';
const base = process.env.URL ?? 'http://127.0.0.1:7991';
const out = '/tmp/shots'; (await import('node:fs')).mkdirSync(out, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const jobs = JSON.parse(process.argv[2]);
for (const [name, path, o = {}] of jobs) {
  const context = await browser.newContext({ viewport: o.phone ? { width: 390, height: 844 } : { width: 1280, height: 900 }, colorScheme: o.dark ? 'dark' : 'light', locale: o.locale ?? 'en-GB', javaScriptEnabled: !o.nojs, serviceWorkers: 'block' });
  const page = await context.newPage();
  page.on('console', (m) => m.type() === 'error' && console.log(name, m.text()));
  await page.goto(base + path, { timeout: 60000 });
  await page.waitForTimeout(o.wait ?? 1200);
  if (o.pdf) { await page.pdf({ path: `${out}/${name}.pdf`, preferCSSPageSize: true, printBackground: true }); }
  else await page.screenshot({ path: `${out}/${name}.png`, fullPage: !o.view, clip: o.clip });
  console.log(name, await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight, document.title]));
  await context.close();
}
await browser.close();
