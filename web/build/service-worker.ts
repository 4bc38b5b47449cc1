/** Names the files of this version in the service worker, which keeps them for reading offline. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const MARK = 'RUKH_SHELL';
/** Scripts, styles and the font of the language that everybody reads; files of `public/`. */
const HASHED = /^assets\/(.*\.(js|css)|latin-(?!ext).*\.woff2)$/;
/** What plays without a server: the rules, the engine in its worker, and the host of a game. */
const LOCAL = /\/crates\/wasm\/npm\/dist\/|\/src\/local\/host\./;
const LOCAL_ASSETS = /^assets\/(worker-[^/]*\.js|(rules|engine)_bg-[^/]*\.wasm)$/;
/** Other languages are kept when they are used. */
const TRANSLATION = /\/locale\/(?!en\/|locale)\w+\//;
const PUBLIC = ['/rukh.svg', '/manifest.webmanifest'];

export function serviceWorker(): Plugin {
  return {
    name: 'rukh-service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const worker = Object.values(bundle).find((one) => one.type === 'chunk' && one.fileName === 'sw.js');
      if (worker?.type !== 'chunk' || !worker.code.includes(MARK)) throw new Error('the build has no service worker');
      const isTranslation = (name: string) => {
        const one = bundle[name];
        return one?.type === 'chunk' && TRANSLATION.test(one.facadeModuleId ?? '');
      };
      const isLocal = (name: string) => {
        const one = bundle[name];
        return LOCAL_ASSETS.test(name) || (one?.type === 'chunk' && one.moduleIds.some((id) => LOCAL.test(id)));
      };
      const paths = (names: string[]) => names.sort().map((name) => `/${name}`);
      const names = Object.keys(bundle);
      const hashed = paths(names.filter((name) => HASHED.test(name) && !isTranslation(name) && !isLocal(name)));
      const local = paths(names.filter(isLocal));
      const files = ['/', ...PUBLIC, ...hashed];
      const mark = createHash('sha256')
        .update(JSON.stringify([files, local]))
        .update(worker.code);
      // What has no hash in its name.
      const page = bundle['index.html'];
      if (page?.type === 'asset') mark.update(page.source);
      for (const path of PUBLIC) mark.update(readFileSync(new URL(`../public${path}`, import.meta.url)));
      const version = mark.digest('hex').slice(0, 12);
      worker.code = worker.code.replaceAll(MARK, `(${JSON.stringify({ version, files, local })})`);
    },
  };
}
