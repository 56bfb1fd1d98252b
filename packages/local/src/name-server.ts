import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import dns from 'dns-packet';

/** A name server like the one that Docker runs for the containers of a network. */
export interface NameServer {
  readonly port: number;
  /** Sets the addresses of a name, as if containers had been started or stopped. */
  set(name: string, addresses: readonly string[]): void;
  /** Whether the name was looked up since it was set. */
  isKnown(name: string): boolean;
  close(): void;
}

export async function startNameServer(): Promise<NameServer> {
  const names = new Map<string, readonly string[]>();
  const queried = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id = 0, questions = [] } = dns.decode(message);
    for (const { name } of questions) queried.add(name);
    const answers = questions.flatMap(({ name }) =>
      (names.get(name) ?? []).map((data) => ({ type: 'A', name, data, ttl: 1 }) as const),
    );
    // A name error, as for a service without containers.
    const flags = dns.RECURSION_AVAILABLE | (answers.length === 0 ? 3 : 0);
    socket.send(dns.encode({ type: 'response', id, flags, questions, answers }), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: (socket.address() as AddressInfo).port,
    set(name, addresses) {
      names.set(name, addresses);
      queried.delete(name);
    },
    isKnown: (name) => queried.has(name),
    close: () => void socket.close(),
  };
}
