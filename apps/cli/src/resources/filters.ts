import type { CallOptions } from '@slipway/client';
import { type EndpointContract, effectiveParameters, type Parameter, shapeOf } from '@slipway/contracts';
import { CliError } from '../cli-error.js';
import type { Option } from '../define-command.js';

/** Lists read pages on their own, so these are not options. */
const PAGING = ['limit', 'cursor'];

/** Shorter names, which commands without a filter of the API use for the same thing. */
const ALIASES: Readonly<Record<string, string>> = { account_id: 'account', task_type: 'type' };

/** Every filter of a list as an option, described as in the API. */
export function filtersOf(contract: EndpointContract): Readonly<Record<string, Option>> {
  const filters = effectiveParameters(contract).filter(([name]) => !PAGING.includes(name));
  return Object.fromEntries(
    filters.map(([name, parameter]) => {
      const alias = ALIASES[name];
      return [name, { ...toOption(name, parameter), ...(alias && { alias }) }];
    }),
  );
}

function toOption(name: string, parameter: Parameter<unknown>): Option {
  const { kind, isList, choices, default: preset, ...shape } = shapeOf(parameter);
  const note = preset === undefined ? '' : ` (default: ${preset})`;
  const description = describeOption(shape.description) + note + (parameter.kind === 'time' ? AGE_NOTE : '');
  const offered = choices === undefined ? {} : { choices };
  if (isList) return { kind: 'list', description, ...offered };
  if (kind === 'integer') return { kind: 'number', description };
  if (kind === 'flag') return { kind, description };
  return { kind: 'text', description, ...offered, ...(choices && { value: name.replaceAll('_', '-') }) };
}

const AGE_NOTE = '; or an age, such as 2d, 6h or 30m';

const MS_OF_UNIT: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** The time that an age such as `2d` means. Text that is neither an age nor a number with letters is left for the API. */
function readAge(written: unknown): unknown {
  const [, count = '', unit = ''] = /^([0-9]{1,6})([mhdw])$/.exec(String(written)) ?? [];
  const unitMs = MS_OF_UNIT[unit];
  if (unitMs === undefined && /^[0-9]+[a-z]+$/i.test(String(written)))
    throw new CliError(`"${written}" is not an age.`, {
      hint: 'Give a number of minutes, hours, days or weeks, such as 30m, 6h, 2d or 1w, or a time.',
    });
  return unitMs === undefined ? written : new Date(Date.now() - Number(count) * unitMs).toISOString();
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
  const given = effectiveParameters(contract)
    .filter(([name]) => !PAGING.includes(name) && input[name] !== undefined && input[name] !== false)
    .map(([name, parameter]) => [name, parameter.kind === 'time' ? readAge(input[name]) : input[name]]);
  // The options were made from the same parameters, so their values are what the query accepts.
  return Object.fromEntries(given) as NonNullable<CallOptions<C>['query']>;
}
