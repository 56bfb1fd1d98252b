import Type, { type TSchema } from 'typebox';
import type { ApiErrorCode } from './errors.js';

/** Why a query value was refused, in the words of the error table. */
export interface ParameterProblem {
  readonly code: ApiErrorCode;
  readonly message: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** What reading a query value gave. */
export type ParameterResult<T> = { readonly value: T } | { readonly problem: ParameterProblem };

/** One query parameter: how it is documented and how its single string value is read. */
export interface Parameter<T> {
  readonly schema: TSchema;
  readonly description: string;
  read(raw: string, name: string): ParameterResult<T>;
}

/** A list's parameters by name. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values of a parameter set; each is undefined when it was not sent. */
export type ParameterValues<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T | undefined : never;
};

function invalid(message: string): { problem: ParameterProblem } {
  return { problem: { code: 'invalid_parameter', message } };
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;

/** The page size: a positive integer, clamped to 50. */
export function limitParameter(): Parameter<number> {
  return {
    schema: Type.Integer({ minimum: 1, default: DEFAULT_LIMIT }),
    description: `Page size; ${DEFAULT_LIMIT} unless given, at most ${MAX_LIMIT}.`,
    read(raw, name) {
      if (!/^[0-9]+$/.test(raw) || /^0+$/.test(raw)) return invalid(`${name} must be a positive integer.`);
      return { value: Math.min(Number(raw), MAX_LIMIT) };
    },
  };
}

/** The page size that applies when none was sent. */
export function pageSize(limit: number | undefined): number {
  return limit ?? DEFAULT_LIMIT;
}

/** One value of a closed set; others are refused as `code` with the set under `listed`. */
export function oneOf<const V extends readonly string[]>(
  values: V,
  refusal: { code: ApiErrorCode; listed: string },
  description: string,
): Parameter<V[number]> {
  return {
    schema: Type.Enum([...values]),
    description,
    read(raw, name) {
      if (values.includes(raw)) return { value: raw as V[number] };
      return {
        problem: {
          code: refusal.code,
          message: `${name} must be one of ${values.join(', ')}.`,
          extra: { [refusal.listed]: [...values] },
        },
      };
    },
  };
}
