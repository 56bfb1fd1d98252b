import { type ApiErrorCode, errorBody } from '@slipway/contracts';
import type { TSchema } from 'typebox';

/** Plain JSON, as the document is made of. */
export type Json = Readonly<Record<string, unknown>>;

/** The named parts of a document, gathered while its operations are written. */
export interface Components {
  /** The schema as the document shows it: what has a title becomes a component and is referred to. */
  schemaOf(schema: TSchema): Json;
  errorOf(code: ApiErrorCode): Json;
  /** A response that operations share, as they refer to it. */
  responseOf(name: string, response: Json): Json;
  readonly schemas: Readonly<Record<string, Json>>;
  readonly responses: Readonly<Record<string, Json>>;
}

/** An empty gathering. Two different schemas of one title are a mistake in the contracts, and refused. */
export function gatherComponents(): Components {
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

  /** Property names are names, whatever they spell: a property called `title` is no title. */
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

/** Says in OpenAPI's usual words what TypeBox writes in a rarer form. */
function simplify(schema: Json): Json {
  const { patternProperties, anyOf, ...rest } = schema;
  if (patternProperties !== undefined) return { ...rest, additionalProperties: true };
  if (Array.isArray(anyOf)) return orNull(anyOf as Json[], rest) ?? schema;
  return Array.isArray(schema['enum']) && schema['type'] === undefined ? { type: 'string', ...schema } : schema;
}

/** `anyOf: [string, null]` as `type: [string, null]`; null when it is another kind of choice. */
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
