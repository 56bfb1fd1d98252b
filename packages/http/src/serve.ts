import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Header and body must arrive within this time, or the request is ended. */
const ARRIVAL_LIMIT_MS = 60_000;
const ARRIVAL_CHECK_MS = 1_000;
/** Above the idle time of common load balancers, so that they close first. */
const KEEP_ALIVE_MS = 65_000;
const IDLE_SWEEP_MS = 50;

/** A listening server. */
export interface ListeningServer {
  readonly port: number;
  /** Takes no new connection, answers what has begun, half-received requests included, then resolves. */
  close(): Promise<void>;
}

/** Serves a handler with bounds on slow senders. */
export async function serve(
  handler: RequestListener,
  where: { host: string; port: number },
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(where.port, where.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection that turns idle after close() began would hold the server open for its keep-alive time.
      const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
      await closed;
      clearInterval(sweep);
    },
  };
}
