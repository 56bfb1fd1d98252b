import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Registry } from 'prom-client';

/** The metrics of one process, as `/metrics.json` has them. */
export type MetricsPart = object[];

type Message =
  | { readonly type: 'metrics_wanted' }
  | { readonly type: 'metrics_of_all'; readonly parts: readonly MetricsPart[] }
  | { readonly type: 'metrics_request'; readonly id: number }
  | { readonly type: 'metrics_part'; readonly id: number; readonly part: MetricsPart };

/** A process that does not answer within this time is left out. */
const LIMIT_MS = 1_000;

/** Answers a process that asks for the metrics of all. */
export function answerMetricsRequests(): void {
  let requests = 0;
  cluster.on('message', async (asker, message: Message) => {
    if (message.type !== 'metrics_wanted') return;
    requests += 1;
    const id = requests;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const parts = await Promise.all(workers.map((worker) => askOne(worker, id)));
    if (asker.isConnected()) asker.send({ type: 'metrics_of_all', parts: parts.flat() } satisfies Message);
  });
}

/** A list of one part, or an empty one. */
async function askOne(worker: Worker, id: number): Promise<MetricsPart[]> {
  if (!worker.isConnected()) return [];
  worker.send({ type: 'metrics_request', id } satisfies Message);
  const signal = AbortSignal.timeout(LIMIT_MS);
  try {
    for (;;) {
      const [message] = (await once(worker, 'message', { signal })) as [Message];
      if (message.type === 'metrics_part' && message.id === id) return [message.part];
    }
  } catch {
    return [];
  }
}

/** Lets the primary read this process's metrics. Without a primary, nobody asks. */
export function offerMetrics(registry: Registry): void {
  if (!cluster.isWorker) return;
  process.on('message', async (message: Message) => {
    if (message.type !== 'metrics_request') return;
    const part = await registry.getMetricsAsJSON();
    process.send?.({ type: 'metrics_part', id: message.id, part } satisfies Message);
  });
}

/** The metrics of this process and of those that share its port. */
export async function collectMetrics(registry: Registry): Promise<readonly MetricsPart[]> {
  const own = async () => [await registry.getMetricsAsJSON()];
  if (!cluster.isWorker) return own();
  process.send?.({ type: 'metrics_wanted' } satisfies Message);
  const signal = AbortSignal.timeout(2 * LIMIT_MS);
  try {
    for (;;) {
      const [message] = (await once(process, 'message', { signal })) as [Message];
      if (message.type === 'metrics_of_all') return message.parts;
    }
  } catch {
    return own();
  }
}
