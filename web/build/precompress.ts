/**
 * Leaves each file of the build that brotli makes smaller in brotli alone; the server makes other codings
 * of it where a client takes none. Pages and the list of their files stay as they are: the server reads them.
 */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|svg|json|wasm|webmanifest|txt)$/;
const READ_BY_SERVER = 'pages.json';
/** It must save a tenth. */
const WORTHWHILE = 0.9;

export function precompress(): Plugin {
  return {
    name: 'rukh-precompress',
    apply: 'build',
    closeBundle: {
      order: 'post',
      handler(error) {
        // What has failed says so itself, and may have left nothing.
        if (error) return;
        const folder = this.environment.config.build.outDir;
        for (const file of filesOf(folder)) if (TEXT.test(file) && !file.endsWith(READ_BY_SERVER)) compress(file);
      },
    },
  };
}

function compress(file: string): void {
  const content = readFileSync(file);
  const copy = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  if (copy.length >= content.length * WORTHWHILE) return;
  writeFileSync(`${file}.br`, copy);
  rmSync(file);
}

function filesOf(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesOf(path) : [path];
  });
}
