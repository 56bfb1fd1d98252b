import { type ApiErrorCode, errorBody } from '@slipway/contracts';
import type { TSchema } from 'typebox';

export type Json = Readonly<Record<string, unknown>>;

/** The named parts of a document, collected while its operations are written. */
export interface Components {
  /** The schema for the document: a schema with a title becomes a component, and a reference to it. */
  schemaOf(schema: TSchema): Json;
  errorOf(code: ApiErrorCode): Json;
  /** Adds a response that operations share, and returns a reference to it. */
  responseOf(name: string, response: Json): Json;
  readonly schemas: Readonly<Record<string, Json>>;
  readonly responses: Readonly<Record<string, Json>>;
}

/** Starts with no components. Throws if two different schemas have the same title. */
export function collectComponents(): Components {
  const schemas: Record<string, Json> = {};
  const responses: Record<string, Json> = {};

  function name(title: string, schema: Json): Json {
    const known = schemas[title];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas are titled ${title}`);
    schemas[title] = schema;
    return { $ref: `#/components/schemas/${title}` };
  }

  function write(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(write);
    if (typeof value !== 'object' || value === null) return value;
    const written = Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, key === 'properties' ? writeEach(item) : write(item)]),
    );
    const schema = simplify(written);
    return typeof schema['title'] === 'string' ? name(schema['title'], schema) : schema;
  }

  /** Writes the schemas of properties. Their names mean nothing special: a property called `title` is not a title. */
  function writeEach(properties: object): Json {
    return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, write(schema)]));
  }

  const schemaOf = (schema: TSchema) => write(JSON.parse(JSON.stringify(schema))) as Json;
  return {
    schemas,
    responses,
    schemaOf,
    errorOf: (code) => schemaOf(errorBody(code)),
    responseOf(title, response) {
      responses[title] = response;
      return { $ref: `#/components/responses/${title}` };
    },
  };
}

/** Converts what TypeBox generates to the form that OpenAPI tools expect. */
function simplify(schema: Json): Json {
  const { patternProperties, anyOf, ...rest } = schema;
  if (patternProperties !== undefined) return { ...rest, additionalProperties: true };
  if (Array.isArray(anyOf)) return orNull(anyOf as Json[], rest) ?? schema;
  return Array.isArray(schema['enum']) && schema['type'] === undefined ? { type: 'string', ...schema } : schema;
}

/** Writes `anyOf: [string, null]` as `type: [string, null]`; null for any other kind of union. */
function orNull([some, none, ...more]: Json[], rest: Json): Json | null {
  if (none?.['type'] !== 'null' || more.length > 0 || typeof some?.['type'] !== 'string') return null;
  const values = some['enum'];
  return {
    ...some,
    type: [some['type'], 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
    ...rest,
  };
}
