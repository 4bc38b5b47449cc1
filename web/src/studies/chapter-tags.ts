/** Tags of a chapter as their lines in PGN. */

/** Tags by their names. */
export type ChapterTags = Record<string, string>;

/** A tag as PGN has it; quotes and backslashes of its value have a backslash before them. */
const LINE = /^\[([\w+#=:-]+)\s+"((?:[^"\\]|\\.)*)"\]$/;

/** One line for each tag. */
export function writeTags(tags: ChapterTags): string {
  return Object.entries(tags)
    .map(([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`)
    .join('\n');
}

/** The tags of lines, or the first line that is none. */
export function readTags(text: string): { tags: ChapterTags } | { wrong: string } {
  const tags: ChapterTags = {};
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, name, value] = LINE.exec(line) ?? [];
    if (name) tags[name] = value!.replace(/\\(.)/g, '$1');
    else if (line) return { wrong: line };
  }
  return { tags };
}

/** What an operation has to set so that tags become others: an empty value takes one away. */
export function changedTags(before: ChapterTags, after: ChapterTags): ChapterTags {
  const gone = Object.keys(before).flatMap((name) => (name in after ? [] : [[name, '']]));
  return Object.fromEntries([...gone, ...Object.entries(after).filter(([name, value]) => (before[name] ?? '') !== value)]);
}
