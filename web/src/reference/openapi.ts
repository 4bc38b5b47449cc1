/** The server's description of its own interface, as far as the page of the interface reads it. */
import { request } from '../wire/api';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  items?: Schema | true;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  description: string;
  parameters: { name: string; in: 'path' | 'query'; required: boolean; description?: string; schema: Schema }[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content & { description?: string }>;
}

export type Types = Record<string, Schema>;

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Types };
}

/** A request with its address. */
export interface ListedOperation extends Operation {
  method: string;
  path: string;
}

export interface Reference {
  groups: [tag: string, operations: ListedOperation[]][];
  types: Types;
}

export async function readReference(): Promise<Reference> {
  return referenceOf(await request<Document>('/api/v1/openapi.json'));
}

/** The requests by the first word of their addresses. */
export function referenceOf({ paths, components }: Document): Reference {
  const groups = new Map<string, ListedOperation[]>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags[0] ?? '';
      groups.set(tag, [...(groups.get(tag) ?? []), { ...operation, path, method: method.toUpperCase() }]);
    }
  }
  return { groups: [...groups], types: components.schemas };
}

/** The name of the type that a schema refers to. */
export const nameOf = ({ $ref }: Schema): string => $ref?.split('/').at(-1) ?? '';

/** The schemas one of which holds. */
export const choices = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];

/** The schema that is shown for another: the elements' of a list, the one beside null. */
export function core(schema: Schema): Schema {
  if (typeof schema.items === 'object') return core(schema.items);
  const some = choices(schema).filter((one) => one.type !== 'null');
  return some.length === 1 && !schema.properties ? core(some[0]!) : schema;
}

/** A type in one line. */
export function typeText(schema: Schema): string {
  if (schema.$ref) return nameOf(schema);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.type === 'array') return `${typeof schema.items === 'object' ? typeText(schema.items) : ''}[]`;
  const some = choices(schema);
  if (some.length) return [...new Set(some.map(typeText))].join(' | ');
  return [schema.type ?? []].flat().join(' | ');
}
