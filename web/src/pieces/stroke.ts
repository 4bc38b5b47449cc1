/** How a path is painted: filled and outlined, outlined only, or filled with the outline's colour. */
export type Paint = 'body' | 'line' | 'dot';
export type Stroke = readonly [Paint, string];
