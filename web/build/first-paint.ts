/**
 * Moves the stylesheet behind the first header of `index.html`: browsers show what stands before it at
 * once, with the few styles in the page itself, and run no script before it is there.
 */
import type { Plugin } from 'vite';

const STYLESHEET = /\n\s*<link rel="stylesheet"[^>]*>/g;

export function firstPaint(): Plugin {
  return {
    name: 'rukh-first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(STYLESHEET) ?? [];
        if (!links.length || !html.includes('</body>')) throw new Error('index.html has no stylesheet or no body');
        return html.replace(STYLESHEET, '').replace('\n  </body>', `${links.join('')}\n  </body>`);
      },
    },
  };
}
