import type { CallOptions } from '@slipway/client';
import { type EndpointContract, effectiveParameters, type Parameter, shapeOf } from '@slipway/contracts';
import type { Option } from '../define-command.js';

/** Lists read pages on their own, so these are not options. */
const PAGING = ['limit', 'cursor'];

/** Every filter of a list as an option, described as in the API. */
export function filtersOf(contract: EndpointContract): Readonly<Record<string, Option>> {
  const filters = effectiveParameters(contract).filter(([name]) => !PAGING.includes(name));
  return Object.fromEntries(filters.map(([name, parameter]) => [name, toOption(name, parameter)]));
}

function toOption(name: string, parameter: Parameter<unknown>): Option {
  const { kind, isList, choices, default: preset, ...shape } = shapeOf(parameter);
  const note = preset === undefined ? '' : ` (default: ${preset})`;
  const description = describeOption(shape.description) + note;
  const offered = choices === undefined ? {} : { choices };
  if (isList) return { kind: 'list', description, ...offered };
  if (kind !== 'text') return { kind: kind === 'integer' ? 'number' : kind, description };
  return { kind, description, ...offered, ...(choices && { value: name.replaceAll('_', '-') }) };
}

/** Rewrites a description of the API for the help: lower case, no period. */
export function describeOption(description: string): string {
  return description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, '');
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
