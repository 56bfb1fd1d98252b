import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A server's address that can be made unreachable. */
export interface TestProxy {
  /** The target's URL, through the proxy. */
  readonly url: string;
  /** Breaks every connection and refuses new ones, as a server that is down. */
  cut(): void;
  /** Keeps connections open and passes nothing on, as a server that hangs. */
  freeze(): void;
  /** Passes everything on again; what was held back goes first. */
  restore(): void;
}

/** Puts a TCP proxy before a server. Await it at the top of a test file. */
export async function testProxy(targetUrl: string): Promise<TestProxy> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'frozen' = 'open';
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
      from.pipe(to);
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
    restore() {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
  };
}
