import { Gauge, type Registry, type RegistryContentType } from 'prom-client';

export interface Connections {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
  readonly limit: number;
}

export type ReadConnections = () => Connections;

/** Returns a function that adds a pool to the gauges. They are read at every scrape and cost nothing in between. */
export function watchConnections(
  registry: Registry<RegistryContentType>,
): (pool: string, read: ReadConnections) => void {
  const pools = new Map<string, ReadConnections>();
  new Gauge({
    name: 'slipway_database_connections',
    help: 'Connections to the database by pool: in use, idle, and requests waiting for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, read] of pools) {
        const { inUse, idle, waiting } = read();
        this.set({ pool, state: 'in_use' }, inUse);
        this.set({ pool, state: 'idle' }, idle);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
  new Gauge({
    name: 'slipway_database_connections_limit',
    help: 'How many connections a pool may open',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      for (const [pool, read] of pools) this.set({ pool }, read().limit);
    },
  });
  return (pool, read) => void pools.set(pool, read);
}
