import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What the receiver answers: a status with headers and a body, or nothing at all. */
export type ReceiverReply =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'hang'
  | 'reset';

/** An HTTP server that records what it gets, and answers as Slack, Discord, Teams or a webhook receiver would. */
export interface TestReceiver {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedRequest[];
  /** Sets the replies from now on. */
  reply(next: ReceiverReply | ((request: ReceivedRequest, index: number) => ReceiverReply)): void;
}

/** Starts a receiver that accepts everything. Await it at the top level of a test file. */
export async function testReceiver(): Promise<TestReceiver> {
  const received: ReceivedRequest[] = [];
  let reply: (request: ReceivedRequest, index: number) => ReceiverReply = () => ({ status: 200, body: 'ok' });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const got = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      received.push(got);
      send(response, reply(got, received.length - 1));
    });
    // Tests break connections on purpose.
    request.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    reply(next) {
      reply = typeof next === 'function' ? next : () => next;
    },
  };
}

function send(response: ServerResponse, reply: ReceiverReply): void {
  if (reply === 'hang') return;
  if (reply === 'reset') response.socket?.destroy();
  else response.writeHead(reply.status, reply.headers).end(reply.body ?? '');
}
