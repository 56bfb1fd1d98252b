import type { Client } from '@slipway/client';
import { CliError } from './cli-error.js';
import type { Output } from './output/output.js';
import { VERSION } from './version.js';

interface OpenClient {
  readonly host: string;
  readonly token?: string;
  readonly signal: AbortSignal;
  readonly output: Output;
}

const RETRY = { attempts: 4, maxWaitMs: 120_000 };

/** A client that Ctrl-C interrupts, that shows how long it waits, and that never follows a redirect with the token. */
export async function openClient({ host, token, signal, output }: OpenClient): Promise<Client> {
  // Commands that need no service start faster without the client.
  const { createClient } = await import('@slipway/client');
  return createClient({
    baseUrl: host,
    ...(token === undefined ? {} : { token }),
    headers: { 'user-agent': `slipway-cli/${VERSION}` },
    retry: RETRY,
    fetch: async (url, init) => refuseRedirect(await fetch(url, interruptible(init, signal)), host),
    wait: (ms) => waitVisibly(ms, signal, output),
  });
}

function interruptible(init: RequestInit | undefined, signal: AbortSignal): RequestInit {
  const limits = init?.signal ? [init.signal, signal] : [signal];
  return { ...init, redirect: 'manual', signal: AbortSignal.any(limits) };
}

/** Another host must not get the token, and a redirect to https means that the address should be corrected. */
function refuseRedirect(response: Response, host: string): Response {
  if (response.status < 300 || response.status > 399 || response.status === 304) return response;
  throw new CliError(`${host} redirects to ${response.headers.get('location') ?? 'another address'}.`, {
    hint: 'Give the address of the service itself with --host or SLIPWAY_HOST.',
  });
}

async function waitVisibly(ms: number, signal: AbortSignal, output: Output): Promise<void> {
  const progress = output.progress(`Waiting ${Math.ceil(ms / 1_000)} s before the next attempt …`);
  try {
    await sleep(ms, signal);
  } finally {
    progress.stop();
  }
}

/** Waits; rejects when the signal is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
