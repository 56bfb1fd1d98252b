import type { BodyFieldsOf } from '@slipway/client';
import { type BodyContract, shapeOf } from '@slipway/contracts';
import { CliError } from '../cli-error.js';
import type { Option } from '../define-command.js';
import { parseJsonObject } from '../json-object.js';
import { describeOption } from './filters.js';

/** How an option differs from the field that it sets. */
interface Wording extends Pick<Option, 'short' | 'value'> {
  readonly name?: string;
  readonly note?: string;
}

/** The wording of fields by name; null for a field that no option of its own sets. */
export type Wordings<B extends BodyContract = BodyContract> = {
  readonly [Field in keyof B['fields']]?: Wording | null;
};

interface FieldOption {
  readonly field: string;
  readonly name: string;
  readonly option: Option;
  readonly isJson: boolean;
}

function fieldOptions({ fields }: BodyContract, wordings: Wordings): FieldOption[] {
  return Object.entries(fields).flatMap(([field, contract]) => {
    const wording = wordings[field];
    if (wording === null) return [];
    const { name = field, note = '', ...rest } = wording ?? {};
    const alias = name === field ? {} : { alias: field };
    const { required = false } = contract;
    const { kind, isList, choices, description } = shapeOf(contract);
    const option: Option = {
      kind: isList ? 'list' : 'text',
      ...(choices && { choices, value: name.replaceAll('_', '-') }),
      ...alias,
      ...rest,
      description: describeOption(description) + note + (required ? ' (required)' : ''),
      required,
    };
    return [{ field, name, option, isJson: kind === 'object' }];
  });
}

/** The fields of a body as options, described as in the API. */
export function bodyOptions(body: BodyContract, wordings: Wordings): Readonly<Record<string, Option>> {
  return Object.fromEntries(fieldOptions(body, wordings).map(({ name, option }) => [name, option]));
}

/** The fields that a command line sets; the others are left out. */
export function readBody<B extends BodyContract>(
  body: B,
  wordings: Wordings,
  input: Readonly<Record<string, unknown>>,
): BodyFieldsOf<B> {
  const given = fieldOptions(body, wordings).filter(({ name }) => input[name] !== undefined);
  // The options were made from the same fields, so their values are what the body accepts.
  return Object.fromEntries(given.map((option) => [option.field, readField(option, input)])) as BodyFieldsOf<B>;
}

function readField({ name, isJson }: FieldOption, { [name]: value }: Readonly<Record<string, unknown>>): unknown {
  // An empty list is written as an empty item.
  if (Array.isArray(value)) return value.filter((item) => item !== '');
  if (!isJson) return value;
  const object = parseJsonObject(String(value));
  if (object === null) throw new CliError(`--${name} must be a JSON object.`);
  return object;
}
