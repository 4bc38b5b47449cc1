/** Writes `src/wire/generated.ts`: the types of the wire, from its JSON Schema. */
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const source = new URL('../docs/wire.schema.json', import.meta.url);
const target = new URL('src/wire/generated.ts', import.meta.url);
const BANNER = '/** Generated from docs/wire.schema.json by generate-wire.mjs; not to be edited. */';

/**
 * Keywords that stand beside a reference or beside alternatives become one more part of an `allOf`;
 * a description beside a reference is dropped, so that the type keeps its name.
 */
function separate(schema) {
  if (Array.isArray(schema)) return schema.map(separate);
  if (schema === null || typeof schema !== 'object') return schema;
  const { $ref, oneOf, description, ...rest } = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, separate(value)]));
  if ($ref && !rest.properties) return { $ref };
  const note = description ? { description } : {};
  const parts = [$ref && { $ref }, oneOf && { oneOf }].filter(Boolean);
  if (!parts.length) return { ...note, ...rest };
  return rest.properties ? { ...note, allOf: [...parts, rest] } : { ...note, ...rest, oneOf };
}

const { $defs } = JSON.parse(readFileSync(source, 'utf8').replaceAll('#/$defs/', '#/definitions/'));
const types = await compile({ title: 'Wire', type: 'object', definitions: separate($defs) }, 'Wire', {
  additionalProperties: false,
  bannerComment: BANNER,
  format: false,
  unreachableDefinitions: true,
});
// The root type is empty; every type is a definition.
writeFileSync(target, types.replace(/^export interface Wire \{\s*\}\n/m, ''));
