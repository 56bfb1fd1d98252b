import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CliError, cancelled } from '../cli-error.js';

/** Whether the browser returns from the login with this state. */
export function isReturnOf(state: string, { searchParams }: URL): boolean {
  return searchParams.get('state') === state;
}

export function readCode({ searchParams }: URL): string {
  if (searchParams.get('error') === 'access_denied') throw cancelled('You denied the login in the browser.');
  const code = searchParams.get('code');
  if (code === null || code === '') throw new CliError('The address contains no code.');
  return code;
}

/** A server on a free port of this machine that waits for the browser's return. */
export interface CallbackServer {
  readonly port: number;
  /** Resolves with the code; rejects if the login was refused. */
  readonly code: Promise<string>;
  close(): void;
}

/** Starts the server. Requests for other logins or paths get a response and have no effect. */
export async function startCallbackServer(state: string): Promise<CallbackServer> {
  const { promise, resolve, reject } = withResolvers<string>();
  const server = createServer((request, response) => {
    const address = addressOf(request);
    if (request.method !== 'GET' || address?.pathname !== '/callback') return answer(response, 404, 'Not found.');
    if (!isReturnOf(state, address))
      return answer(response, 400, 'This page belongs to another login. Start again from the terminal.');
    try {
      resolve(readCode(address));
      answer(response, 200, 'You can close this page and return to the terminal.');
    } catch (error) {
      answer(response, 200, 'Login denied. You can close this page.');
      reject(error as Error);
    }
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    port: (server.address() as AddressInfo).port,
    code: promise,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Null for a path such as `//`, which is not a valid address. */
function addressOf({ url = '/' }: IncomingMessage): URL | null {
  const base = 'http://127.0.0.1';
  return URL.canParse(url, base) ? new URL(url, base) : null;
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.end(`<!doctype html><html lang="en"><title>Slipway</title><h1>Slipway</h1><p>${text}</p></html>`);
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  // A refusal may arrive before anything awaits the code.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
