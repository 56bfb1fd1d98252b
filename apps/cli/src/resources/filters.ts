import type { CallOptions } from '@slipway/client';
import type { EndpointContract, Parameter } from '@slipway/contracts';
import type { Option } from '../define-command.js';

/** Parameters that are no filters: lists read their pages themselves, and `format` has no effect. */
const NO_FILTERS = ['limit', 'cursor', 'format'];

/** Every filter of a list as an option, described as in the API. */
export function filtersOf({ query }: EndpointContract): Readonly<Record<string, Option>> {
  const filters = Object.entries(query).filter(([name]) => !NO_FILTERS.includes(name));
  return Object.fromEntries(filters.map(([name, parameter]) => [name, toOption(name, parameter)]));
}

interface SchemaParts {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
}

function toOption(name: string, parameter: Parameter<unknown>): Option {
  const { type, enum: choices, items } = parameter.schema as SchemaParts;
  const description = lowerFirst(parameter.description.replace(/ Comma-separated[^.]*\./, '').replace(/\.$/, ''));
  if (items?.enum !== undefined) return { kind: 'list', description, choices: items.enum };
  if (parameter.many) return { kind: 'list', description, ...(choices === undefined ? {} : { choices }) };
  if (choices !== undefined) return { kind: 'text', description, choices, value: name.replaceAll('_', '-') };
  if (isFlag(parameter)) return { kind: 'flag', description };
  return { kind: type === 'integer' ? 'number' : 'text', description };
}

function isFlag(parameter: Parameter<unknown>): boolean {
  const result = parameter.read('true', '');
  return 'value' in result && result.value === true;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The filters of a command line as the query of a request. */
export function readFilters<C extends EndpointContract>(
  contract: C,
  input: Readonly<Record<string, unknown>>,
): NonNullable<CallOptions<C>['query']> {
  const given = Object.keys(filtersOf(contract))
    .map((name) => [name, input[name]] as const)
    .filter(([, value]) => value !== undefined && value !== false);
  // The options were made from the same parameters, so their values are what the query accepts.
  return Object.fromEntries(given) as NonNullable<CallOptions<C>['query']>;
}
