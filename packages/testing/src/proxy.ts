import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** A TCP proxy in front of a server that can simulate network faults. */
export interface TestProxy {
  /** The target's URL, with the address of the proxy. */
  readonly url: string;
  /** Breaks all connections and refuses new ones, like a server that is down. */
  cut(): void;
  /** Leaves connections open but forwards nothing, like a server that hangs. */
  freeze(): void;
  /** Forwards nothing on the connections that are open, like a network that lost them, and accepts new ones. */
  stall(): void;
  /** Limits the total bytes per second to the server, over all connections. */
  throttle(bytesPerSecond: number): void;
  /** Ends the fault; delayed bytes are forwarded first. */
  restore(): void;
}

/** Starts a proxy. Await it at the top level of a test file. */
export async function testProxy(targetUrl: string): Promise<TestProxy> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  const throttle = createThrottle();
  let state: 'open' | 'cut' | 'frozen' = 'open';

  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    client.pipe(throttle.stream()).pipe(upstream);
    upstream.pipe(client);
    for (const [socket, peer] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket.unref());
      socket.on('error', () => peer.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        peer.destroy();
      });
      if (state === 'frozen') socket.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Unreferenced rather than closed after the tests: clients still close their connections through the proxy.
  server.unref();
  const url = new URL(targetUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut() {
      state = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    freeze() {
      state = 'frozen';
      for (const socket of sockets) socket.pause();
    },
    stall() {
      for (const socket of sockets) socket.pause();
    },
    throttle: throttle.limit,
    restore() {
      state = 'open';
      throttle.limit(Number.POSITIVE_INFINITY);
      for (const socket of sockets) socket.resume();
    },
  };
}

/** Delays the chunks of all its streams one after the other, so that together they stay within one limit. */
function createThrottle() {
  let bytesPerSecond = Number.POSITIVE_INFINITY;
  let previous = Promise.resolve();

  async function wait(bytes: number): Promise<void> {
    if (bytesPerSecond === Number.POSITIVE_INFINITY) return;
    previous = previous.then(() => delay((bytes / bytesPerSecond) * 1_000));
    await previous;
  }

  return {
    limit(next: number): void {
      bytesPerSecond = next;
    },
    stream: () =>
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          void wait(chunk.length).then(() => done(null, chunk));
        },
      }),
  };
}
