import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { handleRequests, type ReportFailure, type ServerHandler } from '@slipway/runtime';

/** Header and body must arrive within this time, or the connection is closed. */
const ARRIVAL_LIMIT_MS = 60_000;
const ARRIVAL_CHECK_MS = 1_000;
/**
 * Longer than any response is silent. If nothing moves on a connection for this long, its reader has stopped reading.
 */
const STALL_LIMIT_MS = 6 * 60_000;
/** Longer than the idle timeout of common load balancers, so that they close connections first. */
const KEEP_ALIVE_MS = 65_000;
const IDLE_SWEEP_MS = 50;
/** A connection that has not sent a byte after this time is not about to send a request. */
const FIRST_BYTE_MS = 1_000;
/** Under steady traffic, connections would arrive for as long as the server listens. */
const LAST_CONNECTIONS_MS = 1_000;
/** Far more than senders open, and below the usual limit on open files. */
const MAX_CONNECTIONS = 10_000;

export interface ListeningServer {
  readonly port: number;
  /** Stops accepting connections, responds to all requests that have fully or partly arrived, then resolves. */
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** An inherited socket that is served in place of host and port. */
  readonly fd?: number | undefined;
  readonly maxConnections?: number;
  readonly stallLimitMs?: number;
  /** Receives the failures of individual responses; if omitted, they become Node.js warnings. */
  readonly report?: ReportFailure;
}

/** Serves a handler, with limits on slow senders, slow readers and the number of connections. */
export async function serve(handler: ServerHandler, where: ServeOptions): Promise<ListeningServer> {
  const server = createServer({
    headersTimeout: ARRIVAL_LIMIT_MS,
    requestTimeout: ARRIVAL_LIMIT_MS,
    connectionsCheckingInterval: ARRIVAL_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.timeout = where.stallLimitMs ?? STALL_LIMIT_MS;
  server.maxConnections = where.maxConnections ?? MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    const { host, port, fd } = where;
    server.once('error', reject).listen(fd === undefined ? { host, port } : { fd }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  handleRequests(server, handler, where.report ?? ((error) => process.emitWarning(error as Error)));
  const sockets = new Map<Socket, number>();
  let accepted = 0;
  server.on('connection', (socket) => {
    accepted += 1;
    sockets.set(socket, performance.now());
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      await acceptPending(() => accepted);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const sweep = setInterval(() => closeUnused(server, sockets), IDLE_SWEEP_MS);
      await closed;
      clearInterval(sweep);
    },
  };
}

/**
 * Waits until the connections that clients have already opened are accepted. The kernel would reset the others, and with
 * them requests that a proxy does not repeat. Node.js accepts one connection in each turn of its loop, and a turn that
 * has begun may not look for connections any more.
 */
async function acceptPending(accepted: () => number): Promise<void> {
  const end = performance.now() + LAST_CONNECTIONS_MS;
  for (let quietTurns = 0; quietTurns < 2 && performance.now() < end; ) {
    const before = accepted();
    await nextTurn();
    quietTurns = accepted() === before ? quietTurns + 1 : 0;
  }
}

/**
 * Without this, a connection that becomes idle after close() would keep the server open until its keep-alive time ends.
 * A connection that never sent a byte (browsers open some in advance) would keep it open until the arrival limit.
 */
function closeUnused(server: Server, sockets: ReadonlyMap<Socket, number>): void {
  server.closeIdleConnections();
  const openedBefore = performance.now() - FIRST_BYTE_MS;
  for (const [socket, openedAt] of sockets) {
    if (socket.bytesRead === 0 && openedAt < openedBefore) socket.destroy();
  }
}
