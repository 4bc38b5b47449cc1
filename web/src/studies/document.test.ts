import { expect, it } from 'vitest';
import type { Guest, StudyOp } from '../wire/generated';
import cases from './document-cases.jsonl?raw';
import { StudyDocument, type TreeRemarks } from './document';

interface Case {
  log: { author: string; op: StudyOp }[];
  /** What the server shows, as its tests print it. */
  outline: string;
}

const all = cases
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

const guest = (id: string): Guest => ({ id, name: id.toUpperCase() });

function outline(document: StudyDocument): string {
  const lines: string[] = [];
  for (const { id, name, tags, isDropped } of document.chapters()) {
    const written = Object.keys(tags)
      .sort()
      .map((tag) => `${tag}=${tags[tag]}`);
    lines.push(`# ${name} [${written.join(' ')}]${isDropped ? ' (deleted)' : ''}`);
    const { nodes } = document.tree(id);
    const waiting: [number, number][] = [[0, 0]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [at, depth] = next;
      const { event, remarks, preface, children } = nodes[at]!;
      lines.push('  '.repeat(depth) + [said(preface), String(event?.mv ?? 'start'), said(remarks)].filter(Boolean).join(' '));
      waiting.push(...children.map((child): [number, number] => [child, depth + 1]).reverse());
    }
  }
  return lines.map((line) => `${line}\n`).join('');
}

function said({ comments, nags, marks }: TreeRemarks): string {
  return [
    ...comments.map(({ by, text }) => `{${by?.id ?? '?'}: ${text.replaceAll('\n', '/')}}`),
    ...nags.map((nag) => `$${nag}`),
    ...marks.map(({ colour, from, to }) => `<${colour}${from}${to}>`),
  ].join(' ');
}

/** Numbers that look random and are the same on every machine. */
function numbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

function shuffled<Entry>(list: readonly Entry[], below: (most: number) => number): Entry[] {
  const mixed = [...list];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}

it('document_is_that_of_the_server_in_every_order', () => {
  expect(all.length).toBeGreaterThan(10);
  for (const [index, { log, outline: expected }] of all.entries()) {
    for (let round = 0; round < 8; round++) {
      const below = numbers(index * 8 + round);
      const document = new StudyDocument();
      // Each twice: what arrives again changes nothing.
      for (const { author, op } of shuffled([...log, ...log], below)) document.add(guest(author), op);
      expect(outline(document), `case ${index}, round ${round}`).toBe(expected);
    }
  }
});

/** What the page adds before the server has it, and takes back where it is refused, leaves no trace. */
it('operation_that_is_taken_back_leaves_no_trace', () => {
  for (const [index, { log, outline: expected }] of all.entries()) {
    const below = numbers(index);
    const document = new StudyDocument();
    const extra: string[] = [];
    for (const { author, op } of log) {
      document.add(guest(author), op);
      if (below(3)) continue;
      const id = `zzzz-${extra.push(op.id)}`;
      document.add(guest('z'), { ...op, id, clock: op.clock + 1 } as StudyOp);
      extra[extra.length - 1] = id;
    }
    for (const id of shuffled(extra, below)) document.delete(id);
    expect(outline(document), `case ${index}`).toBe(expected);
  }
});
