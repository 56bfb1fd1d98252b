import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type PathId } from '@slipway/contracts';
import Type, { type TEnum, type TObject, type TProperties, type TSchema } from 'typebox';

/** The arguments of a tool. Misspelled arguments are refused: an ignored filter would mislead the model. */
export function argumentsOf<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

/** One value of a closed set. Some models need the type in addition to the values. */
export function oneOf<const V extends readonly string[]>(values: V, description: string): TEnum<[...V]> {
  return Type.Enum<[...V]>([...values], { type: 'string', description });
}

export function someOf<const V extends readonly string[]>(values: V, description: string) {
  return Type.Array(Type.Enum<[...V]>([...values], { type: 'string' }), { minItems: 1, description });
}

export const project = Type.String({ minLength: 1, maxLength: 255, description: 'Project id or exact name.' });

/** The arguments that lists take besides filters. */
export const paging = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
      description: `Rows to return; ${DEFAULT_PAGE_SIZE} unless set.`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 1_000, description: 'The next_cursor of the previous page, unchanged.' }),
  ),
};

export const uuid = (description: string) => Type.String({ format: 'uuid', description });

export const rowId = (description: string) => Type.Integer({ minimum: 1, maximum: 2_147_483_647, description });

export const digitsId = (noun: string) =>
  Type.String({ pattern: '^[0-9]{1,19}$', description: `The id of the ${noun} (digits).` });

export const buildId = digitsId('build run');

/** The id of a record in the path of an endpoint. */
export function idArgument({ noun, kind }: PathId): TSchema {
  if (kind === 'digits') return digitsId(noun);
  return (kind === 'uuid' ? uuid : rowId)(`The id of the ${noun}.`);
}

/** Text to compare with. */
export const text = (description: string) => Type.Optional(Type.String({ maxLength: 500, description }));
