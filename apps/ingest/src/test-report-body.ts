import { promisify } from 'node:util';
import { constants, gunzipSync, gzip } from 'node:zlib';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { cleanText, requireParseable } from '@slipway/domain';
import { ReportError, requireFormat } from '@slipway/reports';
import { type Refused, refuse } from './admission.js';
import {
  MAX_FILE_NAME,
  MAX_REPORT_FIELD_BYTES,
  MAX_REPORT_FIELDS,
  MAX_REPORT_FILES,
  UNPACKED_FORM_LIMIT_BYTES,
} from './limits.js';
import { type BodyBudget, decompress, refuseFull } from './request-body.js';
import type { WebhookRequest } from './webhook-request.js';

const gzipAsync = promisify(gzip);

interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The files of a request, and what it says about them. */
export interface TestReportForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly SentFile[];
}

interface FormOptions {
  readonly request: WebhookRequest;
  readonly fileField: string;
  readonly bodies: BodyBudget;
}

const MULTIPART = /^multipart\/form-data\b/i;
const JSON_TYPE = /^application\/json\b/i;
const GZIP = /^(?:x-)?gzip$/i;

/** Reads a form with files, JSON with a list of results, or a file that is the whole body. */
export async function readForm(raw: Buffer, options: FormOptions): Promise<TestReportForm | Refused> {
  const { headers, query } = options.request;
  const type = headers['content-type'] ?? '';
  const parameters = new Map([...query].filter(([name]) => name !== 'token'));
  if (!MULTIPART.test(type) && GZIP.test(headers['content-encoding'] ?? ''))
    return readCompressedFile(raw, { ...options, parameters });
  const body = await decompress(raw, options.request, UNPACKED_FORM_LIMIT_BYTES, options.bodies);
  if ('refusal' in body) return body;
  if (MULTIPART.test(type)) return readMultipart(body, { ...options, parameters });
  return readFile(body, { ...options, parameters });
}

interface WithParameters extends FormOptions {
  readonly parameters: ReadonlyMap<string, string>;
}

/** A compressed file stays as it is, unless it is a collector's JSON, which has to be taken apart. */
async function readCompressedFile(raw: Buffer, options: WithParameters): Promise<TestReportForm | Refused> {
  if (!isCollectorJson(options)) return { fields: options.parameters, files: [{ name: '', bytes: raw }] };
  const body = await decompress(raw, options.request, UNPACKED_FORM_LIMIT_BYTES, options.bodies);
  return 'refusal' in body ? body : readFile(body, options);
}

const isCollectorJson = ({ request, fileField }: FormOptions) =>
  fileField === 'data' && JSON_TYPE.test(request.headers['content-type'] ?? '');

function readFile(body: Buffer, options: WithParameters): TestReportForm | Refused {
  if (isCollectorJson(options)) return readJson(body);
  if (body.length === 0) return refuse('malformed_body', 'The request has no file.');
  return { fields: options.parameters, files: [{ name: '', bytes: body }] };
}

/** `{"format": "json", "run_env": {"url": …}, "tags": {…}, "data": […]}`, with fields named as in a form. */
function readJson(body: Buffer): TestReportForm | Refused {
  let parsed: { readonly data?: unknown } | null;
  try {
    const text = body.toString('utf8');
    requireParseable(text);
    parsed = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'not valid JSON' : (error as Error).message;
    return refuse('malformed_body', `The request body is ${reason}.`);
  }
  if (!Array.isArray(parsed?.data)) return refuse('malformed_body', 'data is required: a list of test results.');
  const { data, ...rest } = parsed;
  const fields = new Map(flatFields(rest));
  if (fields.size > MAX_REPORT_FIELDS) return refuse('malformed_body', TOO_MANY_FIELDS);
  return { fields, files: [{ name: '', bytes: Buffer.from(JSON.stringify(data)) }] };
}

/** Texts and numbers, also those one level down: `{"run_env": {"url": …}}` is `run_env[url]`. */
function* flatFields(values: object, path?: string): Generator<[string, string]> {
  for (const [name, value] of Object.entries(values)) {
    const field = path === undefined ? name : `${path}[${name}]`;
    if (typeof value === 'string' || typeof value === 'number') yield [field, String(value)];
    else if (typeof value === 'object' && value !== null && path === undefined) yield* flatFields(value, field);
  }
}

const TOO_MANY_FIELDS = `The form has more than ${MAX_REPORT_FIELDS} fields.`;
const TOO_MANY_FILES = `The form has more than ${MAX_REPORT_FILES} files.`;
const CUT_FORM = 'The form cannot be read: it is cut off, or its boundary is wrong.';

async function readMultipart(body: Buffer, options: WithParameters): Promise<TestReportForm | Refused> {
  const { request, fileField, bodies, parameters } = options;
  // The parts are copies.
  if (!bodies.hold(request, body.length)) return refuseFull();
  const fields = new Map(parameters);
  const files: SentFile[] = [];
  try {
    await parseMultipart(body, request, {
      field(name, value) {
        if (name === fileField) throw new FormError(`${name} has no file name, so it is not a file.`);
        fields.set(name, value);
      },
      file(name, file) {
        if (name !== fileField) throw new FormError(`The field of a file is named ${fileField}, not ${name}.`);
        files.push(file);
      },
    });
  } catch (error) {
    return refuse('malformed_body', error instanceof FormError ? error.message : CUT_FORM);
  }
  return files.length === 0
    ? refuse('malformed_body', `The form has no file: send one as ${fileField}.`)
    : { fields, files };
}

class FormError extends Error {}

interface Parts {
  field(name: string, value: string): void;
  file(name: string, file: SentFile): void;
}

function parseMultipart(body: Buffer, { headers }: WebhookRequest, parts: Parts): Promise<void> {
  return new Promise((resolve, reject) => {
    const limits = { fields: MAX_REPORT_FIELDS, files: MAX_REPORT_FILES, fieldSize: MAX_REPORT_FIELD_BYTES };
    const parser = new Busboy({ headers: headers as BusboyHeaders, limits });
    const attempt = (work: () => void) => {
      try {
        work();
      } catch (error) {
        reject(error);
      }
    };
    parser.on('field', (name: string, value: string) => attempt(() => parts.field(name, value)));
    parser.on('file', (name: string, stream, fileName) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('end', () =>
        attempt(() => parts.file(name, { name: nameOf(fileName), bytes: Buffer.concat(chunks) })),
      );
    });
    parser.on('fieldsLimit', () => reject(new FormError(TOO_MANY_FIELDS)));
    parser.on('filesLimit', () => reject(new FormError(TOO_MANY_FILES)));
    parser.on('error', reject);
    parser.on('finish', () => resolve());
    parser.end(body);
  });
}

/** Without the folders of the machine that sent it. */
function nameOf(fileName: string | undefined): string {
  const name = fileName?.split(/[\\/]/).at(-1) ?? '';
  return cleanText(name).slice(0, MAX_FILE_NAME).toWellFormed();
}

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Compresses files, once their beginnings show that they are test reports. */
export async function packFiles(
  files: readonly SentFile[],
  format: string | undefined,
): Promise<{ name: string; content: string }[] | Refused> {
  const packed: { name: string; content: string }[] = [];
  for (const { name, bytes } of files) {
    const problem = fileProblem(bytes, format);
    if (problem !== null) return refuse('malformed_body', name === '' ? problem : `${name}: ${problem}`);
    const compressed = isGzip(bytes) ? bytes : await gzipAsync(bytes);
    packed.push({ name, content: compressed.toString('base64') });
  }
  return packed;
}

function fileProblem(bytes: Buffer, format: string | undefined): string | null {
  try {
    requireFormat(isGzip(bytes) ? beginningOf(bytes) : bytes, format);
    return null;
  } catch (error) {
    if (error instanceof ReportError) return error.message;
    return 'The file is damaged: it begins like gzip but cannot be decompressed.';
  }
}

/** Of this many compressed bytes, a gzip bomb makes at most 8 MB. */
const PEEKED_BYTES = 8_192;

function beginningOf(compressed: Buffer): Buffer {
  return gunzipSync(compressed.subarray(0, PEEKED_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
}
