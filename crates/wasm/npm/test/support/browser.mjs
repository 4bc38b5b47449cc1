/** Files in Chromium, as a server gives them. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';

const CHROMIUM = process.env.RUKH_CHROMIUM ?? '/usr/bin/chromium';
const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
// The site's own copy: nothing is downloaded.
const { chromium } = createRequire(new URL('../../../../../web/package.json', import.meta.url))('playwright-core');

/** Serves a directory, with the headers of a page that is isolated from other origins or without. */
function serve(directory, isIsolated) {
  return createServer(async ({ url }, response) => {
    const isolation = isIsolated ? { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' } : {};
    const path = new URL(url, 'http://localhost').pathname;
    const headers = { 'content-type': TYPES[extname(path)] ?? 'text/html', ...isolation };
    if (path === '/') return response.writeHead(200, headers).end('<!doctype html><title>rukh</title>');
    const file = join(directory, path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, headers).end(await readFile(file));
  });
}

/** Opens an empty page beside a directory's files, and gives what `work` makes of it. */
export async function inPage(directory, work, { isIsolated = false } = {}) {
  const server = serve(directory, isIsolated);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await work(page);
  } finally {
    await browser.close();
    server.close();
  }
}
