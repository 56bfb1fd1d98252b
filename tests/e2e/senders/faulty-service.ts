import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach } from '@jest/globals';

/** How the service responds to a report: with a status, or with a fault. */
export type Behavior =
  | number
  | 'hangs'
  | 'hangs after 100 Continue'
  | 'drops mid-body'
  | 'cuts its answer short'
  | 'never ends its answer'
  | 'is another site'
  | 'is a proxy that refuses';

interface Received {
  readonly id: string | undefined;
  readonly bytes: number;
  readonly expect: string | undefined;
}

/** Responds according to the size of the report, and counts the reports that it has fully received. */
export const service = { small: 200 as Behavior, large: 200 as Behavior, tried: 0, received: [] as Received[] };
export const LARGE = 64 * 1024;

function answer(request: IncomingMessage, response: ServerResponse): void {
  service.tried += 1;
  const behaviour = Number(request.headers['content-length']) > LARGE ? service.large : service.small;
  if (behaviour === 'hangs after 100 Continue') response.writeContinue();
  if (behaviour === 'drops mid-body') request.once('data', () => request.socket.destroy());
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  request.once('end', () => {
    if (typeof behaviour !== 'number') return fail(behaviour, request, response);
    const isTaken = behaviour < 300;
    const { 'x-slipway-delivery': id, expect: expected } = request.headers;
    if (isTaken) service.received.push({ id: String(id), bytes, expect: expected });
    response.setHeader('content-type', 'application/json');
    response.writeHead(behaviour, isTaken ? {} : { location: '/elsewhere' });
    response.end(isTaken ? '{"status":"accepted","delivery_id":"1"}' : '{"error":"no","delivery_id":"1"}');
  });
}

function fail(fault: Exclude<Behavior, number>, request: IncomingMessage, response: ServerResponse): void {
  if (fault === 'is another site') response.end('<html>Sign in</html>');
  if (fault === 'is a proxy that refuses') response.writeHead(403).end('{"error":"blocked"}');
  if (fault === 'never ends its answer') {
    const timer = setInterval(() => response.write(' '), 500);
    response.once('close', () => clearInterval(timer));
  }
  if (fault === 'cuts its answer short') {
    response.writeHead(200, { 'content-length': 100 }).write('{');
    setImmediate(() => request.socket.destroy());
  }
}

export const server = createServer(answer).on('checkContinue', answer);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
export const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeEach(() => {
  Object.assign(service, { small: 200, large: 200, tried: 0, received: [] });
});
