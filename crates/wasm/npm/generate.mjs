/** Writes `src/data.ts` and `src/wire.ts`: the types of the data and of the wire of a server, from their JSON Schemas. */
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

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

async function write(source, target, title) {
  const { $defs } = JSON.parse(readFileSync(new URL(source, import.meta.url), 'utf8').replaceAll('#/$defs/', '#/definitions/'));
  const types = await compile({ title, type: 'object', definitions: separate($defs) }, title, {
    additionalProperties: false,
    bannerComment: `/** Generated from ${source.split('/').pop()} by generate.mjs; not to be edited. */`,
    format: false,
    unreachableDefinitions: true,
  });
  // The root type is empty; every type is a definition.
  writeFileSync(new URL(target, import.meta.url), types.replace(new RegExp(`^export interface ${title} \\{\\s*\\}\\n`, 'm'), ''));
}

await write('schema.json', 'src/data.ts', 'Data');
await write('../../../docs/wire.schema.json', 'src/wire.ts', 'Wire');
