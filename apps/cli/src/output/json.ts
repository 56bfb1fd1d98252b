import type { EndpointContract } from '@slipway/contracts';
import { CliError } from '../cli-error.js';

/** The JSON form that a command line asks for. */
export interface JsonRequest {
  /** The chosen fields; null means all of them. */
  readonly fields: readonly string[] | null;
  readonly jq: string | undefined;
}

/** Reads `--json` and `--jq`; null if neither is given. Bare `--json` ends the command with the list of fields. */
export function readJsonRequest(
  known: readonly string[],
  { json, jq }: { readonly json?: string | true | undefined; readonly jq?: string | undefined },
): JsonRequest | null {
  if (json === undefined) return jq === undefined ? null : { fields: null, jq };
  if (json === true)
    throw new CliError(`Specify one or more comma-separated fields for \`--json\`:\n${listOf(known)}`);
  const fields = json.split(',').map((field) => field.trim());
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown !== undefined)
    throw new CliError(`Unknown JSON field: "${unknown}"\nAvailable fields:\n${listOf(known)}`);
  return { fields, jq };
}

function listOf(fields: readonly string[]): string {
  return fields
    .toSorted()
    .map((field) => `  ${field}`)
    .join('\n');
}

/** Keeps the chosen fields of a record, or of each record of a list. */
export function pickFields(value: unknown, fields: readonly string[] | null): unknown {
  if (fields === null) return value;
  if (Array.isArray(value)) return value.map((item) => pickFields(item, fields));
  const record = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(fields.map((field) => [field, record[field] ?? null]));
}

/** JSON text, indented for people and compact for programs, or the output of a jq filter. */
export async function renderJson(value: unknown, jq: string | undefined, isTerminal: boolean): Promise<string> {
  if (jq !== undefined) return runJq(value, jq, isTerminal);
  return JSON.stringify(value, null, isTerminal ? 2 : 0);
}

async function runJq(value: unknown, filter: string, isTerminal: boolean): Promise<string> {
  // The jq module is large, so only a command line with --jq loads it.
  const { raw } = await import('jq-wasm');
  try {
    return (await raw(JSON.stringify(value), filter, isTerminal ? ['-r'] : ['-r', '-c'])).replace(/\n$/, '');
  } catch (error) {
    const message = String((error as { readonly message?: unknown }).message ?? error);
    throw new CliError(`jq: ${message.replace(/^(jq: )?(error: )?/, '').trim()}`, {
      hint: 'Check the --jq filter.',
      cause: error,
    });
  }
}

/** The names of an object schema's properties: the fields that `--json` offers. */
export function fieldsOf(schema: EndpointContract['response']): readonly string[] {
  return Object.keys((schema as { readonly properties: object }).properties);
}
