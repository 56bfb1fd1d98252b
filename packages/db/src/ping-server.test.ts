import { expect, it } from '@jest/globals';
import { testDatabase, testProxy } from '@slipway/testing';
import { pingServer } from './ping-server.js';

const LIMIT_MS = 700;
/** In each of these, the process reads one step of the handshake; together they take longer than the limit. */
const BLOCKED_MS = 200;
const { url } = await testDatabase();

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('a server answers a process that was too busy to read the reply in time', async () => {
  const blocking = setInterval(() => block(BLOCKED_MS), 1);
  try {
    await expect(pingServer(url, LIMIT_MS)).resolves.toBeUndefined();
  } finally {
    clearInterval(blocking);
  }
});

it('a server that is silent does not answer', async () => {
  const proxy = await testProxy(url);
  proxy.freeze();
  await expect(pingServer(proxy.url, LIMIT_MS)).rejects.toThrow('the server did not answer within 700 ms');
});
