import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A server other than the service; `seen` collects the requests that reach it. */
export async function startOtherServer(listener: RequestListener) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}
