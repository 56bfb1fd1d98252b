import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { getSystemErrorName } from 'node:util';

/** A socket that is bound to the port. */
export interface HeldPort {
  /** For children, which listen on it. */
  readonly fd: number;
  close(): void;
}

/** What `cluster` uses for the same purpose. A `net.Server` would accept connections itself as soon as it listens. */
const { _createServerHandle: bind } = net as unknown as {
  _createServerHandle(address: string, port: number, family: number, fd: number, flags: number): HeldPort | number;
};

/**
 * Binds the port, for children to listen on. Once one has, the kernel completes connections for as long as any process has
 * the socket: while a child is replaced they wait, and its successor accepts them.
 */
export async function holdPort(host: string, port: number): Promise<HeldPort> {
  const { address, family } = await lookup(host);
  const held = bind(address, port, family, -1, 0);
  if (typeof held !== 'number') return held;
  throw new Error(`PORT: ${port} on ${host} cannot be used: ${getSystemErrorName(held)}`);
}
