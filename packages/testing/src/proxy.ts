import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** A server's address that can be made unreachable. */
export interface TestProxy {
  /** The target's URL, through the proxy. */
  readonly url: string;
  /** Breaks every connection and refuses new ones, as a server that is down. */
  cut(): void;
  /** Keeps connections open and passes nothing on, as a server that hangs. */
  freeze(): void;
  /** Passes on so many bytes a second to the server, all connections together, each in its turn, as a thin line. */
  throttle(bytesPerSecond: number): void;
  /** Passes everything on again, at once; what was held back goes first. */
  restore(): void;
}

/** Puts a TCP proxy before a server. Await it at the top of a test file. */
export async function testProxy(targetUrl: string): Promise<TestProxy> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'frozen' = 'open';
  let bytesPerSecond = Number.POSITIVE_INFINITY;
  let line = Promise.resolve();

  async function takeTurn(bytes: number): Promise<void> {
    if (bytesPerSecond === Number.POSITIVE_INFINITY) return;
    const before = line;
    line = before.then(() => delay((bytes / bytesPerSecond) * 1_000));
    await line;
  }

  /** The way to the server. */
  const thinLine = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        void takeTurn(chunk.length).then(() => done(null, chunk));
      },
    });

  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from.unref());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (from === client) from.pipe(thinLine()).pipe(to);
      else from.pipe(to);
      if (state === 'frozen') from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Nothing here keeps the process alive, and clients close in their own order through a proxy that still works.
  server.unref();
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const url = new URL(targetUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut() {
      state = 'cut';
      breakAll();
    },
    freeze() {
      state = 'frozen';
      for (const socket of sockets) socket.pause();
    },
    throttle(limit) {
      bytesPerSecond = limit;
    },
    restore() {
      state = 'open';
      bytesPerSecond = Number.POSITIVE_INFINITY;
      for (const socket of sockets) socket.resume();
    },
  };
}
