import type { FileChange } from '@slipway/domain';
import { readIdentifier } from '../../shared/fields.js';
import { fileAction } from '../../shared/file-changes.js';

export interface Described {
  readonly user?: string;
  readonly client?: string;
  readonly description?: string;
  readonly status?: string;
  /** Epoch seconds. The text form prints the time in the server's time zone, which is unknown, so it is not read. */
  readonly time?: unknown;
  readonly files?: readonly FileChange[];
}

/** Reads the output of describe: the tagged object, alone or in a list, as JSON or as JSON text; or the text form. */
export function readDescribe(value: unknown): Described {
  if (typeof value === 'string') return readDescribeText(value.trim());
  const printed: unknown = Array.isArray(value) ? value[0] : value;
  return typeof printed === 'object' && printed !== null ? readTagged({ ...printed }) : {};
}

function readTagged(fields: Readonly<Record<string, unknown>>): Described {
  const { user, client, desc, status, time, depotFile0 } = fields;
  return {
    ...text('user', user),
    ...text('client', client),
    ...text('description', desc),
    ...text('status', status),
    time,
    ...(typeof depotFile0 === 'string' ? { files: indexedFiles(fields) } : {}),
  };
}

function text<K extends keyof Described>(name: K, value: unknown): { [P in K]?: string } {
  const content = expanded(value);
  return content === undefined ? {} : ({ [name]: content } as { [P in K]?: string });
}

/** The trimmed text; undefined if it is empty or an unexpanded trigger variable such as `%user%`. */
export function expanded(value: unknown): string | undefined {
  const trimmed = readIdentifier(value)?.trim() ?? '';
  return trimmed === '' || /^%\w{1,40}%$/.test(trimmed) ? undefined : trimmed;
}

/** `depotFile0`, `action0`, `depotFile1`, … */
function indexedFiles(fields: Readonly<Record<string, unknown>>): FileChange[] {
  const files: FileChange[] = [];
  for (let index = 0; ; index += 1) {
    const path = fields[`depotFile${index}`];
    if (typeof path !== 'string' || path === '') return files;
    files.push({ path, action: fileAction(fields[`action${index}`]) });
  }
}

const HEADLINE = /^Change [0-9]{1,19} by ([^\s@]{1,200})@(\S{1,200}) on /;

function readDescribeText(printed: string): Described {
  if (printed.startsWith('{') || printed.startsWith('[')) return readJson(printed);
  const [headline = '', ...lines] = printed.split('\n').map((line) => line.trimEnd());
  const [, user, client] = HEADLINE.exec(headline) ?? [];
  if (user === undefined || client === undefined) return {};
  const filesAt = lines.indexOf('Affected files ...');
  return {
    user,
    client,
    status: headline.endsWith('*pending*') ? 'pending' : 'submitted',
    ...text('description', printedDescription(lines)),
    ...(filesAt < 0 ? {} : { files: lines.slice(filesAt + 1).flatMap(printedFile) }),
  };
}

/** The indented lines before the lists of jobs and files; jobs have descriptions too. */
function printedDescription(lines: readonly string[]): string {
  const end = lines.findIndex((line) => /^\w+ (?:fixed|files) \.\.\.$/.test(line));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .filter((line) => !/^\S/.test(line))
    .map((line) => line.replace(/^\t/, ''))
    .join('\n');
}

function readJson(printed: string): Described {
  try {
    const parsed: unknown = JSON.parse(printed);
    return typeof parsed === 'string' ? {} : readDescribe(parsed);
  } catch {
    return {};
  }
}

/** `... //depot/main/hero.uasset#7 edit` */
function printedFile(line: string): FileChange[] {
  const hash = line.lastIndexOf('#');
  if (!line.startsWith('... //') || hash < 0) return [];
  return [{ path: line.slice('... '.length, hash), action: fileAction(line.slice(hash).split(' ')[1]) }];
}
