import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { serve } from './serve.js';
import { type WriteOutcome, writePart } from './write-part.js';

const PART = 'x'.repeat(10_000);
const MANY_BYTES = 20_000_000;
const FEW_BYTES = 200_000;

interface Written {
  readonly outcome: WriteOutcome;
  /** The most bytes that were waiting for the reader. */
  readonly mostQueued: number;
  readonly listeners: number;
}

/** Serves one endless response and reports how it ended. */
async function serveEndless(stallMs: number) {
  const events = new EventEmitter();
  const written = once(events, 'written').then(([result]) => result as Written);
  const server = await serve(
    async (_request, response) => {
      let mostQueued = 0;
      for (;;) {
        const outcome = await writePart(response, PART, { stallMs });
        mostQueued = Math.max(mostQueued, response.writableLength);
        if (outcome === 'written') continue;
        events.emit('written', { outcome, mostQueued, listeners: response.listenerCount('close') });
        return void response.destroy();
      }
    },
    { host: '127.0.0.1', port: 0 },
  );
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { socket, written, close: () => server.close() };
}

describe('writePart', () => {
  it('writes as fast as the client reads, and leaves no listeners behind', async () => {
    const { socket, written, close } = await serveEndless(60_000);
    for (let received = 0; received < MANY_BYTES; ) received += (await once(socket, 'data'))[0].length;
    socket.destroy();
    const { outcome, mostQueued, listeners } = await written;
    expect(outcome).toBe('closed');
    expect(mostQueued).toBeLessThan(FEW_BYTES);
    expect(listeners).toBeLessThan(3);
    await close();
  });

  it('stops when the client reads nothing for too long, with little in memory', async () => {
    const { socket, written, close } = await serveEndless(100);
    const { outcome, mostQueued } = await written;
    expect(outcome).toBe('stalled');
    expect(mostQueued).toBeLessThan(FEW_BYTES);
    socket.destroy();
    await close();
  });
});
