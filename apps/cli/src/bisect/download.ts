import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describeBytes } from '@slipway/domain';
import { CliError } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import type { ArchivedFile } from './workspace.js';

/** A header for the store that keeps the archives. The API token is never sent there. */
export interface StoreHeader {
  readonly name: string;
  readonly value: string;
}

export interface Download {
  readonly artifact: ArchivedFile;
  readonly header: StoreHeader | null;
  /** The hosts that archives may come from; any if there are none. */
  readonly hosts: readonly string[];
  readonly path: string;
}

/** The store no longer has the file. */
export class GoneError extends Error {
  override readonly name = 'GoneError';
}

const GONE: readonly number[] = [404, 410];
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const MAX_REDIRECTS = 5;
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 1_000;

/** Reads `Name: value`. */
export function readStoreHeader(written: string | undefined): StoreHeader | null {
  if (written === undefined || written === '') return null;
  const [, name, value] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):[ \t]*([\x20-\x7E]+)$/.exec(written.trim()) ?? [];
  if (name === undefined || value === undefined)
    throw new CliError('--archive-header must be `Name: value`, for example `Authorization: Bearer …`.');
  return { name, value };
}

/** Downloads a file of a build. Throws a GoneError if it does not exist any more. */
export async function download(context: CommandContext, request: Download): Promise<void> {
  requireAllowed(request);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await receive(context, request);
    } catch (error) {
      const isFinal = error instanceof GoneError || error instanceof CliError;
      if (context.signal.aborted || isFinal || attempt === ATTEMPTS) throw error;
      context.output.warn(`${request.artifact.name}: ${reasonOf(error)}. Trying again.`);
      await context.sleep(FIRST_WAIT_MS * 2 ** (attempt - 1));
    }
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

/** Addresses come from reports, so they may be anything. */
function requireAllowed({ artifact, hosts }: Download): void {
  const address = URL.canParse(artifact.url) ? new URL(artifact.url) : null;
  if (address === null || !isWeb(address))
    throw new CliError(`The address of ${artifact.name} is not one of the web: ${artifact.url}`);
  if (hosts.length > 0 && !hosts.includes(address.hostname) && !hosts.includes(address.host))
    throw new CliError(`${artifact.name} is on ${address.host}, which --archive-host does not name.`);
}

const isWeb = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:';

async function receive(context: CommandContext, request: Download): Promise<void> {
  const { artifact, path } = request;
  const response = await follow(context.signal, request);
  const total = Number(response.headers.get('content-length')) || artifact.size_bytes;
  const progress = context.output.progress(`Downloading ${artifact.name}`);
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      progress.update(
        `Downloading ${artifact.name}: ${describeBytes(bytes)}${total > 0 ? ` of ${describeBytes(total)}` : ''}`,
      );
      done(null, chunk);
    },
  });
  try {
    const body = response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as never);
    await pipeline(body, count, createWriteStream(path), { signal: context.signal });
  } finally {
    progress.stop();
  }
}

/** Follows redirects itself: the header is only for the host that the report named. */
async function follow(signal: AbortSignal, { artifact, header }: Download): Promise<Response> {
  const { origin } = new URL(artifact.url);
  let address = new URL(artifact.url);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const headers = header !== null && address.origin === origin ? { [header.name]: header.value } : {};
    const response = await fetch(address, { headers, redirect: 'manual', signal });
    const target = response.headers.get('location');
    if (!REDIRECTS.includes(response.status) || target === null) return requireFile(response, artifact);
    await response.body?.cancel();
    address = new URL(target, address);
    if (!isWeb(address)) break;
  }
  throw new CliError(`The address of ${artifact.name} redirects too often, or out of the web.`);
}

function requireFile(response: Response, { name, url }: ArchivedFile): Response {
  const { status, ok } = response;
  if (ok) return response;
  const problem = `${new URL(url).host} responded with ${status} for ${name}`;
  if (GONE.includes(status)) throw new GoneError(problem);
  if (status === 401 || status === 403)
    throw new CliError(`${problem}.`, { hint: 'Give the sign-in of the store with --archive-header.' });
  throw new Error(problem);
}
