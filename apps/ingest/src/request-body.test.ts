import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, expect, it } from '@jest/globals';
import { type BodySource, createBodyBudget, readRawBody } from './request-body.js';

const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A request with a body of that many bytes, of which the last has not arrived. */
async function arrive(bytes: number): Promise<BodySource & { disconnect(): Promise<void>; finish(): void }> {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => undefined)
    .resume();
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`);
  const [incoming] = (await once(server, 'request')) as [IncomingMessage];
  socket.write(Buffer.alloc(bytes - 1));
  const closed = new Promise<void>((resolve) => void incoming.on('close', resolve));
  return {
    incoming,
    heldBytes: 0,
    finish: () => void socket.write('x'),
    disconnect() {
      socket.destroy();
      return closed;
    },
  };
}

async function arriveWhole(bytes: number): Promise<BodySource> {
  const source = await arrive(bytes);
  source.finish();
  return source;
}

it('bodies are read while they fit into the budget, and again once it has room', async () => {
  const budget = createBodyBudget(1_000_000);
  const [first, second, third] = [
    await arriveWhole(700_000),
    await arriveWhole(700_000),
    await arriveWhole(700_000),
  ];
  expect(await readRawBody(first, 2_000_000, budget)).toHaveLength(700_000);
  expect(await readRawBody(second, 2_000_000, budget)).toBe('no_room');
  budget.release(second);
  budget.release(first);
  expect(await readRawBody(third, 2_000_000, budget)).toHaveLength(700_000);
});

it('a disconnect is reported, also one that came before the body was read', async () => {
  const budget = createBodyBudget(1_000_000);
  const early = await arrive(10);
  await early.disconnect();
  expect(await readRawBody(early, 100, budget)).toBe('gone');
  const late = await arrive(10);
  const reading = readRawBody(late, 100, budget);
  await late.disconnect();
  expect(await reading).toBe('gone');
});

it('a body beyond its limit is reported', async () => {
  const budget = createBodyBudget(1_000_000);
  expect(await readRawBody(await arriveWhole(101), 100, budget)).toBe('too_large');
});
