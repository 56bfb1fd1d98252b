import {
  type BodyContract,
  type BodyField,
  type EndpointContract,
  effectiveParameters,
  type Parameter,
  type RequiredField,
  shapeOf,
} from '@slipway/contracts';
import Type, { type TOptional, type TProperties, type TSchema, type TUnsafe } from 'typebox';
import { oneOf, paging, someOf } from './fields.js';

/** What a model passes for a parameter that the API reads as `T`: times as text. */
type Argument<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Item[]
    : string;

type QueryArguments<C extends EndpointContract> = {
  [K in keyof C['query']]: C['query'][K] extends Parameter<infer T> ? TOptional<TUnsafe<Argument<T>>> : never;
};

/** The query parameters of an endpoint as optional arguments; paging comes last, with its own descriptions. */
export function queryArguments<C extends EndpointContract>(contract: C): QueryArguments<C> {
  const parameters = effectiveParameters(contract);
  const filters = parameters.filter(([name]) => !(name in paging));
  const pages = Object.entries(paging).filter(([name]) => name in contract.query);
  return Object.fromEntries([
    ...filters.map(([name, parameter]) => [name, Type.Optional(toArgument(parameter))]),
    ...pages,
  ]) as QueryArguments<C>;
}

/** Only a bound: the API refuses malformed text and says what it expects. */
const MAX_TEXT = 500;

function toArgument(parameter: Parameter<unknown>): TSchema {
  const { kind, isList, choices, default: preset, ...shape } = shapeOf(parameter);
  const description = shape.description.replaceAll('`', '');
  if (choices !== undefined) return isList ? someOf(choices, description) : oneOf(choices, description);
  if (kind === 'flag') return Type.Boolean({ description });
  if (kind === 'text') return Type.String({ maxLength: MAX_TEXT, description });
  return Type.Integer({
    ...shape,
    description: preset === undefined ? description : `${description} Default: ${preset}.`,
  });
}

type BodyArguments<B extends BodyContract> = {
  [K in keyof B['fields']]: B['fields'][K] extends RequiredField<infer T>
    ? TUnsafe<T>
    : B['fields'][K] extends BodyField<infer T>
      ? TOptional<TUnsafe<T>>
      : never;
};

/** Far below the API's limit for descriptions: a model that writes more has lost its way. */
const MAX_WRITTEN = 20_000;

/** The fields of a body as arguments, described as in the API. */
export function bodyArguments<B extends BodyContract>({ fields }: B): BodyArguments<B> {
  const described = Object.entries(fields).map(([name, { schema, required = false }]) => {
    const argument = toBodyArgument(schema);
    return [name, required ? argument : Type.Optional(argument)];
  });
  return Object.fromEntries(described) as TProperties as BodyArguments<B>;
}

function toBodyArgument(schema: TSchema & { readonly maxLength?: number }): TSchema {
  // Some models need the type in addition to the values.
  if ('enum' in schema) return { type: 'string', ...schema };
  return schema.maxLength === undefined
    ? schema
    : { ...schema, maxLength: Math.min(schema.maxLength, MAX_WRITTEN) };
}
