import { existsSync, statSync } from 'node:fs';
import { appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { memberOf, PowershellError, textOf } from './values.js';

/** The machine that a script runs on. */
export interface Host {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a program, and gives its exit code and the lines of its output. */
  run(program: string, args: readonly string[], quiet: boolean): Promise<{ code: number; lines: string[] }>;
  print(text: string): void;
  printError(text: string): void;
}

export interface Call {
  readonly args: readonly unknown[];
  /** By name in lower case; `true` for a switch. */
  readonly parameters: ReadonlyMap<string, unknown>;
  readonly input: readonly unknown[];
  readonly host: Host;
}

interface Cmdlet {
  /** Each parameter, and whether it takes a value. */
  readonly takes: Readonly<Record<string, 'value' | 'switch'>>;
  run(call: Call): readonly unknown[] | Promise<readonly unknown[]>;
}

const inFolder = ({ folder }: Host, path: unknown) => resolve(folder, textOf(path));

const given = ({ args, parameters }: Call, name: string) => parameters.get(name) ?? args[0];

/** The cmdlets that the scripts use, with the parameters that they use. */
export const CMDLETS: Readonly<Record<string, Cmdlet>> = {
  'test-path': {
    takes: { literalpath: 'value' },
    run: (call) => [existsSync(inFolder(call.host, given(call, 'literalpath')))],
  },
  'resolve-path': {
    takes: { literalpath: 'value' },
    run: (call) => [{ ProviderPath: inFolder(call.host, given(call, 'literalpath')) }],
  },
  'get-item': {
    takes: { literalpath: 'value' },
    run: (call) => [{ Length: statSync(inFolder(call.host, given(call, 'literalpath'))).size }],
  },
  'join-path': { takes: {}, run: ({ args: [parent, child] }) => [join(textOf(parent), textOf(child))] },
  'new-item': {
    takes: { itemtype: 'value', force: 'switch', erroraction: 'value' },
    async run({ args: [path], host }) {
      await mkdir(inFolder(host, path), { recursive: true }).catch((error: Error) => {
        throw new PowershellError(error.message);
      });
      return [{ FullName: inFolder(host, path) }];
    },
  },
  'get-childitem': {
    takes: { filter: 'value', erroraction: 'value' },
    async run({ args: [path], parameters, host }) {
      // Without a filter, the path ends in a pattern.
      const filter = textOf(parameters.get('filter') ?? basename(textOf(path)));
      const folder = parameters.has('filter') ? path : dirname(textOf(path));
      const end = filter.replace(/^\*/, '');
      const all = await readdir(inFolder(host, folder)).catch(() => []);
      const names = all.filter((name) => name.endsWith(end));
      const fileOf = (Name: string) => ({
        Name,
        BaseName: parse(Name).name,
        FullName: join(inFolder(host, folder), Name),
      });
      return names.map(fileOf);
    },
  },
  'sort-object': {
    takes: {},
    run: ({ input, args: [name] }) =>
      input.toSorted((a, b) => textOf(memberOf(a, textOf(name))).localeCompare(textOf(memberOf(b, textOf(name))))),
  },
  'select-object': {
    takes: { first: 'value', last: 'value' },
    run({ input, parameters }) {
      const last = parameters.get('last');
      if (last !== undefined) return Number(last) === 0 ? [] : input.slice(-Number(last));
      return input.slice(0, Number(parameters.get('first')));
    },
  },
  'remove-item': {
    takes: { erroraction: 'value' },
    async run({ args: [path], host }) {
      await rm(inFolder(host, path), { force: true });
      return [];
    },
  },
  'out-null': { takes: {}, run: () => [] },
  'tee-object': {
    takes: {},
    async run({ args: [path], input, host }) {
      // Windows PowerShell writes UTF-16 with a byte order mark.
      const text = `\ufeff${input.map((line) => `${textOf(line)}\r\n`).join('')}`;
      await rm(inFolder(host, path), { force: true });
      await appendFile(inFolder(host, path), Buffer.from(text, 'utf16le'));
      return input;
    },
  },
  'write-warning': {
    takes: {},
    run({ args: [text], host }) {
      host.print(`WARNING: ${textOf(text)}`);
      return [];
    },
  },
  'get-date': {
    takes: { format: 'value' },
    run: ({ parameters }) => [formatTime(new Date(), textOf(parameters.get('format')))],
  },
  'convertto-json': { takes: {}, run: ({ args: [value] }) => [JSON.stringify(plain(value))] },
  'invoke-restmethod': {
    takes: {
      method: 'value',
      uri: 'value',
      headers: 'value',
      body: 'value',
      timeoutsec: 'value',
      contenttype: 'value',
    },
    run: async (call) => [await request(call)],
  },
};

/** Formats a time by the letters that the scripts use. */
export function formatTime(time: Date, letters: string): string {
  const digits = time.toISOString().replaceAll(/\D/g, '');
  const parts = { yyyy: 0, MM: 4, dd: 6, HH: 8, mm: 10, ss: 12 };
  return Object.entries(parts).reduce(
    (text, [part, at]) => text.replace(part, digits.slice(at, at + part.length)),
    letters,
  );
}

function plain(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([name, each]) => [name, plain(each)]));
}

const textsOf = (value: unknown): [string, string][] =>
  value instanceof Map ? [...value].map(([name, each]) => [String(name), textOf(each)]) : [];

/** A hashtable as body becomes a form, as in PowerShell. */
async function request({ parameters }: Call): Promise<unknown> {
  const body = parameters.get('body');
  const type = parameters.get('contenttype');
  const response = await fetch(textOf(parameters.get('uri')), {
    method: textOf(parameters.get('method')).toUpperCase(),
    headers: [...textsOf(parameters.get('headers')), ...(type ? [['content-type', textOf(type)]] : [])] as [
      string,
      string,
    ][],
    body: body instanceof Map ? new URLSearchParams(textsOf(body)) : (body as Uint8Array<ArrayBuffer>),
    signal: AbortSignal.timeout(Number(parameters.get('timeoutsec') ?? 100) * 1_000),
  }).catch((error: Error) => {
    throw new PowershellError(`Unable to connect to the remote server: ${error.message}`);
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  // PowerShell gives a text for other types, which has none of the members that the scripts read.
  if (response.ok) return new Map(isJson ? Object.entries(JSON.parse(text) as object) : []);
  const message = `The remote server returned an error: (${response.status}).`;
  const details = { Message: message, Response: { StatusCode: response.status } };
  throw new PowershellError(message, details, { Message: text });
}
