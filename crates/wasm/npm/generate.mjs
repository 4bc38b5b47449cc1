/** Writes `src/data.ts`: the types of the data, from their JSON Schema. */
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const BANNER = '/** Generated from schema.json by generate.mjs; not to be edited. */';

/** A description beside a reference is dropped, so that the type keeps its name. */
function separate(schema) {
  if (Array.isArray(schema)) return schema.map(separate);
  if (schema === null || typeof schema !== 'object') return schema;
  if (typeof schema.$ref === 'string') return { $ref: schema.$ref };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, separate(value)]));
}

const { $defs } = JSON.parse(readFileSync(new URL('schema.json', import.meta.url), 'utf8').replaceAll('#/$defs/', '#/definitions/'));
const types = await compile({ title: 'Data', type: 'object', definitions: separate($defs) }, 'Data', {
  additionalProperties: false,
  bannerComment: BANNER,
  format: false,
  unreachableDefinitions: true,
});
// The root type is empty; every type is a definition.
writeFileSync(new URL('src/data.ts', import.meta.url), types.replace(/^export interface Data \{\s*\}\n/m, ''));
