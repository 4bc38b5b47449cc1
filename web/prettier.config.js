// Close to how the tree was written: one line where one is enough, and rules of style sheets one a line.
import { doc } from 'prettier';

/** Rules of styles stay as they are written: prettier has no way to keep a short one on its line. */
const styles = {
  parsers: { css: { parse: (text) => ({ text }), astFormat: 'styles', locStart: () => 0, locEnd: (node) => node.text.length } },
  printers: {
    styles: {
      print({ node: { text } }) {
        const lines = text.replace(/^\s*\n|\s+$/g, '').split('\n');
        const indent = Math.min(...lines.filter(Boolean).map((line) => line.search(/\S|$/)));
        return doc.builders.join(
          doc.builders.hardline,
          lines.map((line) => line.slice(indent).trimEnd()),
        );
      },
    },
  },
};

/** @type {import('prettier').Config} */
export default {
  printWidth: 140,
  singleQuote: true,
  bracketSameLine: true,
  plugins: ['prettier-plugin-svelte', styles],
  overrides: [{ files: '*.svelte', options: { parser: 'svelte' } }],
};
