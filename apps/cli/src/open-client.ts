import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@slipway/client';
import type { Output } from './output/output.js';
import { VERSION } from './version.js';

interface OpenClient {
  readonly host: string;
  readonly token?: string;
  readonly signal: AbortSignal;
  readonly output: Output;
  /** Called with every response, before its body is read. */
  onResponse?(response: Response): void;
}

const RETRY = { attempts: 4, maxWaitMs: 120_000 };

/** Opens a client whose requests Ctrl-C interrupts, and which shows how long a throttled request waits. */
export async function openClient({ host, token, signal, output, onResponse }: OpenClient): Promise<Client> {
  // Commands that need no service start faster without the client.
  const { createClient } = await import('@slipway/client');
  return createClient({
    baseUrl: host,
    ...(token === undefined ? {} : { token }),
    headers: { 'user-agent': `slipway-cli/${VERSION}` },
    retry: RETRY,
    async fetch(url, init) {
      const response = await fetch(url, interruptible(init, signal));
      onResponse?.(response);
      return response;
    },
    wait: (ms) => waitVisibly(ms, signal, output),
  });
}

function interruptible(init: RequestInit | undefined, signal: AbortSignal): RequestInit {
  const limits = init?.signal ? [init.signal, signal] : [signal];
  return { ...init, signal: AbortSignal.any(limits) };
}

async function waitVisibly(ms: number, signal: AbortSignal, output: Output): Promise<void> {
  const progress = output.progress(`Waiting ${Math.ceil(ms / 1_000)} s before the next attempt …`);
  try {
    await sleep(ms, undefined, { signal });
  } finally {
    progress.stop();
  }
}
