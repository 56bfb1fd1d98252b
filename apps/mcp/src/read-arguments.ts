import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Static, TObject, TSchema } from 'typebox';

type Arguments = Readonly<Record<string, unknown>>;
type Property = TSchema & {
  readonly type?: string;
  readonly anyOf?: readonly { readonly type?: string }[];
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
};

/** The schema of the arguments of a tool or prompt for the SDK. Compiled on first use, because most are never used. */
export function argumentsSchema<S extends TObject>(schema: S): StandardSchemaWithJSON<Static<S>, Static<S>> {
  const properties = schema.properties as Readonly<Record<string, Property>>;
  const listed = { ...(schema as TObject) };
  let validator: StandardSchemaWithJSON<Static<S>, Static<S>> | undefined;
  return {
    '~standard': {
      version: 1,
      vendor: 'slipway',
      jsonSchema: { input: () => listed, output: () => listed },
      async validate(value) {
        const sent = (value ?? {}) as Arguments;
        const problems = [...unknownNames(sent, properties), ...unknownValues(sent, properties)];
        if (problems.length > 0) return { issues: problems.map((message) => ({ message })) };
        validator ??= fromJsonSchema<Static<S>>(listed);
        const result = await validator['~standard'].validate(toDeclaredTypes(sent, properties));
        if (result.issues === undefined) return result;
        return { issues: result.issues.map(({ message }) => ({ message: nameArguments(message) })) };
      },
    },
  };
}

/** Bounds that no sensible call reaches. They are checked, but would only fill a model's context. */
const UNLISTED = new Set(['minLength', 'maxLength', 'minItems', 'maxItems']);
const MAX_ID = 2_147_483_647;

/** The schema of arguments as a tool list shows it. */
export function listedSchema(schema: TObject): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value) => (UNLISTED.has(key) || value === MAX_ID ? undefined : value)),
  );
}

/** Accepts any arguments, for a tool that refuses every call. */
export const anyArguments: StandardSchemaWithJSON = {
  '~standard': {
    version: 1,
    vendor: 'slipway',
    jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
    validate: (value) => ({ value }),
  },
};

function unknownNames(sent: Arguments, properties: Readonly<Record<string, Property>>): string[] {
  const unknown = Object.keys(sent).filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length === 0) return [];
  const names = Object.keys(properties);
  const valid = names.length === 0 ? 'The tool takes no arguments.' : `Valid arguments: ${names.join(', ')}.`;
  return [`Unknown argument ${unknown.map(shown).join(', ')}. ${valid}`];
}

function unknownValues(sent: Arguments, properties: Readonly<Record<string, Property>>): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const choices = property.enum ?? property.items?.enum;
    const value = sent[name];
    if (choices === undefined || value === undefined) return [];
    const isValid = (one: unknown) => choices.some((choice) => choice === one);
    const areValid = property.items !== undefined && Array.isArray(value) ? value.every(isValid) : isValid(value);
    const what = property.items === undefined ? 'must be one of' : 'must be a list of any of';
    return areValid ? [] : [`${name} ${what}: ${choices.join(', ')}.`];
  });
}

/** A name that a model sent, unless it could be mistaken for a sentence. */
function shown(name: string): string {
  return /^[\w-]{1,40}$/.test(name) ? `"${name}"` : '(unreadable name)';
}

/** Models write an id now as a number, now as text; the tool gets what it declares. */
function toDeclaredTypes(sent: Arguments, properties: Readonly<Record<string, Property>>): Arguments {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, toDeclaredType(value, properties[name])]),
  );
}

function toDeclaredType(value: unknown, property: Property | undefined): unknown {
  const types = property?.anyOf?.map(({ type }) => type) ?? [property?.type];
  const isDeclared = (type: string, other: string) => types.includes(type) && !types.includes(other);
  if (isDeclared('string', 'integer') && Number.isSafeInteger(value)) return String(value);
  const isNumber = typeof value === 'string' && /^\d{1,15}$/.test(value);
  return isNumber && isDeclared('integer', 'string') ? Number(value) : value;
}

/** `data must have required property 'limit', data/days must be <= 90` as `limit is required, days must be <= 90`. */
function nameArguments(message: string): string {
  return message
    .replace(/(^|, )data must have required property '(\w+)'/g, '$1$2 is required')
    .replace(/(^|, )data\/?/g, '$1');
}
