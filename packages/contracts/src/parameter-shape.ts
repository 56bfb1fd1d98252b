import type { TObject, TSchema } from 'typebox';
import type { Codec } from './codec.js';
import type { EndpointContract } from './endpoint.js';
import type { Parameter } from './parameters.js';

/** A parameter or field as clients offer it: a command's option, a tool's argument. */
export interface ParameterShape {
  readonly kind: 'flag' | 'integer' | 'object' | 'text';
  readonly isList: boolean;
  /** Omits how a query writes lists. */
  readonly description: string;
  /** The closed set of values. */
  readonly choices?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

interface SchemaParts {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** The shape of a query parameter, or of a field of a body. */
export function shapeOf(described: Codec<unknown> & Partial<Parameter<unknown>>): ParameterShape {
  const { type, items, enum: single, ...rest } = described.schema as SchemaParts;
  const { description = rest.description ?? '', range: [minimum = rest.minimum, maximum = rest.maximum] = [] } =
    described;
  const choices = items?.enum ?? single;
  const base = {
    isList: items !== undefined || described.many === true,
    description: description.replace(/ Comma-separated[^.]*\./, ''),
  };
  if (described.kind === 'flag') return { ...base, kind: 'flag' };
  if (type === 'object') return { ...base, kind: 'object' };
  if (type !== 'integer') return { ...base, kind: 'text', ...(choices && { choices }) };
  return {
    ...base,
    kind: 'integer',
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(rest.default !== undefined && { default: rest.default }),
  };
}

/** The query parameters that have an effect, by name. */
export function effectiveParameters({ query }: EndpointContract): [name: string, Parameter<unknown>][] {
  return Object.entries(query).filter(([, { hasNoEffect }]) => hasNoEffect !== true);
}

/** The field of a list's response that holds its rows, and the schema of a row. */
export function rowsIn({ name, response }: EndpointContract): { readonly field: string; readonly row: TObject } {
  const { properties } = response as TObject;
  const found = Object.entries(properties).find(([, schema]) => 'items' in schema);
  if (found === undefined) throw new Error(`the response of ${name} has no rows`);
  const [field, { items }] = found as [string, TSchema & { readonly items: TObject }];
  return { field, row: items };
}
