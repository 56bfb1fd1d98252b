import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Header and body must arrive within this time, or the request is ended. */
const ARRIVAL_LIMIT_MS = 60_000;
const ARRIVAL_CHECK_MS = 1_000;
/** Above the idle time of common load balancers, so that they close first. */
const KEEP_ALIVE_MS = 65_000;
const IDLE_SWEEP_MS = 50;
/** Far beyond what senders open, and below what a process may have open. */
const MAX_CONNECTIONS = 10_000;

/** A listening server. */
export interface ListeningServer {
  readonly port: number;
  /** Takes no new connection, answers what has begun, half-received requests included, then resolves. */
  close(): Promise<void>;
}

/** Serves a handler with bounds on slow senders and on how many there are. */
export async function serve(
  handler: RequestListener,
  where: { host: string; port: number; maxConnections?: number },
): Promise<ListeningServer> {
  const server = createServer(
    {
      headersTimeout: ARRIVAL_LIMIT_MS,
      requestTimeout: ARRIVAL_LIMIT_MS,
      connectionsCheckingInterval: ARRIVAL_CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    handler,
  );
  server.maxConnections = where.maxConnections ?? MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(where.port, where.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const sweep = setInterval(() => closeUnused(server, sockets), IDLE_SWEEP_MS);
      await closed;
      clearInterval(sweep);
    },
  };
}

/**
 * A connection that turns idle after closing began would hold the server open for its keep-alive time, and one that
 * never sent a byte, as browsers open in advance, for as long as a request may take to arrive.
 */
function closeUnused(server: Server, sockets: ReadonlySet<Socket>): void {
  server.closeIdleConnections();
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
}
