import { readFile, stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { CliError, EXIT } from '../cli-error.js';
import { type DetectedBuild, detectAttempt, detectBuild, type Env } from './detect-ci.js';
import { type FormReport, present } from './report.js';

const gzipAsync = promisify(gzip);

/** The values of `slipway report tests`. */
export interface TestReportInput {
  readonly job?: string | undefined;
  readonly number?: string | undefined;
  readonly buildUrl?: string | undefined;
  readonly commit?: string | undefined;
  readonly changelist?: string | undefined;
  readonly suite?: string | undefined;
  readonly platform?: string | undefined;
  readonly configuration?: string | undefined;
  readonly renderer?: string | undefined;
  readonly device?: string | undefined;
  /** `name=value`. */
  readonly tag?: readonly string[] | undefined;
  readonly attempt?: number | undefined;
  readonly format?: string | undefined;
}

type Fields = Readonly<Record<string, string>>;

/** The fields of the form, with the build that the CI system describes unless the command line names one. */
export function testReportFields(input: TestReportInput, env: Env): Fields {
  const { suite, platform, configuration, renderer, device, format, attempt = detectAttempt(env) } = input;
  const fields = present({ ...buildFields(input, detectBuild(env)), suite, platform, configuration, renderer });
  const more = present({ device, format, attempt: attempt === undefined ? undefined : String(attempt) });
  return { ...fields, ...more, ...Object.fromEntries((input.tag ?? []).map(readTag)) } as Fields;
}

/**
 * Every field must agree with the build, and tools differ in what they say about a build. So of what the CI system
 * describes, only job and number are sent, and neither if the command line names the build in another way.
 */
function buildFields({ job, number, buildUrl, commit, changelist }: TestReportInput, detected: DetectedBuild) {
  const given = { job_name: job, build_number: number, build_url: buildUrl, commit, changelist };
  if (buildUrl ?? commit ?? changelist) return given;
  const named = { ...given, job_name: job ?? detected.job, build_number: number ?? detected.number };
  if (named.job_name !== undefined && named.build_number !== undefined) return named;
  throw new CliError('Name the build: --job with --number, --build-url, --commit or --changelist.', {
    code: EXIT.misreported,
    hint: 'Where Jenkins, GitHub Actions, Buildkite or TeamCity set job and number, neither is needed.',
  });
}

function readTag(written: string): [string, string] {
  const [, name = '', value = ''] = /^([^=]+)=(.+)$/s.exec(written) ?? [];
  if (name === '') throw new CliError('--tag must be name=value.', { code: EXIT.misreported });
  return [`tag.${name}`, value];
}

const MEBIBYTE = 1024 * 1024;
/** What a request may have, without room for the fields. */
const MAX_BYTES = 25 * MEBIBYTE - 128 * 1024;
const MAX_UNPACKED_BYTES = 512 * MEBIBYTE;
const MAX_FILES = 200;

interface PackedFile {
  readonly name: string;
  readonly content: Buffer;
  readonly unpackedBytes: number;
}

interface Part {
  readonly files: PackedFile[];
  bytes: number;
  unpackedBytes: number;
}

/** The files in as few forms as the limits of a request allow. */
export async function testReports(
  paths: readonly string[],
  fields: Fields,
  folder: string,
): Promise<FormReport[]> {
  const parts: Part[] = [];
  for (const path of paths) {
    const file = await packFile(path, folder);
    const { content, unpackedBytes } = file;
    let part = parts.at(-1);
    if (part === undefined || !hasRoom(part, file)) {
      part = { files: [], bytes: 0, unpackedBytes: 0 };
      parts.push(part);
    }
    part.files.push(file);
    part.bytes += content.length;
    part.unpackedBytes += unpackedBytes;
  }
  const title = titleOf(fields);
  return Promise.all(
    parts.map(async ({ files }, index) => ({
      path: 'tests',
      title: parts.length === 1 ? title : `${title}, part ${index + 1} of ${parts.length}`,
      ...(await writeForm(files, fields)),
    })),
  );
}

function hasRoom({ files, bytes, unpackedBytes }: Part, file: PackedFile): boolean {
  const isSmall = unpackedBytes + file.unpackedBytes <= MAX_UNPACKED_BYTES;
  return files.length < MAX_FILES && bytes + file.content.length <= MAX_BYTES && isSmall;
}

function titleOf({ job_name, build_number, build_url, commit, changelist }: Fields): string {
  if (job_name !== undefined && build_number !== undefined) return `test results of ${job_name} #${build_number}`;
  return `test results of ${build_url ?? (changelist === undefined ? commit : `changelist ${changelist}`)}`;
}

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function packFile(path: string, folder: string): Promise<PackedFile> {
  const shown = relative(folder, path);
  const tooLarge = (limit: string) => new CliError(`${shown} is too large: a file may have ${limit}.`);
  if ((await stat(path)).size > MAX_UNPACKED_BYTES) throw tooLarge('512 MiB');
  const bytes = await readFile(path);
  if (bytes.length === 0) throw new CliError(`${shown} is empty: its tool did not finish writing it.`);
  const content = isGzip(bytes) ? bytes : await gzipAsync(bytes);
  if (content.length > MAX_BYTES) throw tooLarge('25 MiB when compressed');
  return { name: basename(path), content, unpackedBytes: bytes.length };
}

async function writeForm(files: readonly PackedFile[], fields: Fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const { name, content } of files) form.append('file', new Blob([new Uint8Array(content)]), name);
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  return { contentType, form: Buffer.from(await encoded.arrayBuffer()) };
}
