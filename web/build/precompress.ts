/**
 * Leaves a brotli and a gzip copy beside each file of the build that they make smaller. The server
 * sends the one that the client prefers. Pages are not among them: the server writes their heads.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|svg|json|wasm|webmanifest|txt)$/;
/** A copy must save a tenth. */
const WORTHWHILE = 0.9;

export function precompress(): Plugin {
  return {
    name: 'rukh-precompress',
    apply: 'build',
    closeBundle: {
      order: 'post',
      handler() {
        const folder = this.environment.config.build.outDir;
        for (const file of filesOf(folder)) if (TEXT.test(file)) compress(file);
      },
    },
  };
}

function compress(file: string): void {
  const content = readFileSync(file);
  const copies = {
    br: brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    gz: gzipSync(content, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [ending, copy] of Object.entries(copies)) {
    if (copy.length < content.length * WORTHWHILE) writeFileSync(`${file}.${ending}`, copy);
  }
}

function filesOf(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesOf(path) : [path];
  });
}
