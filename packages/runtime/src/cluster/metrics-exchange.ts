import cluster, { type Worker } from 'node:cluster';
import { withTimeout } from '@slipway/domain';
import type { Registry, RegistryContentType } from 'prom-client';

/** The metrics of one process, as in `/metrics.json`. */
export type MetricsPart = object[];

/** A process asks the primary for the metrics of all processes; the primary asks each process for its own. */
type Message =
  | { readonly type: 'all_metrics_request'; readonly id: number }
  | { readonly type: 'all_metrics'; readonly id: number; readonly parts: readonly MetricsPart[] }
  | { readonly type: 'own_metrics_request'; readonly id: number }
  | { readonly type: 'own_metrics'; readonly id: number; readonly part: MetricsPart };

/** The primary omits a process that does not answer within this time. */
const LIMIT_MS = 1_000;

/** The process may have died. In that case nobody answers, and the time limit applies. */
const ignoreFailure = () => undefined;

/** Requests waiting for their answer, by id. */
class Requests<T> {
  readonly #waiting = new Map<number, (answer: T) => void>();
  #last = 0;

  async ask(send: (id: number) => void, limitMs: number): Promise<T> {
    this.#last += 1;
    const id = this.#last;
    try {
      return await withTimeout(limitMs, 'collecting metrics', () => {
        const answer = new Promise<T>((resolve) => void this.#waiting.set(id, resolve));
        send(id);
        return answer;
      });
    } finally {
      this.#waiting.delete(id);
    }
  }

  answer(id: number, value: T): void {
    this.#waiting.get(id)?.(value);
  }
}

/** Makes the primary answer processes that ask for the metrics of all processes. */
export function answerMetricsRequests(): void {
  const requests = new Requests<MetricsPart>();
  /** A list with one part, or an empty list. */
  const askOne = (worker: Worker): Promise<MetricsPart[]> =>
    requests
      .ask((id) => worker.send({ type: 'own_metrics_request', id } satisfies Message, ignoreFailure), LIMIT_MS)
      .then(
        (part) => [part],
        () => [],
      );
  cluster.on('message', async (worker, message: Message) => {
    if (message.type === 'own_metrics') requests.answer(message.id, message.part);
    if (message.type !== 'all_metrics_request') return;
    const workers = Object.values(cluster.workers ?? {}).filter((each) => each?.isConnected() === true);
    const parts = (await Promise.all((workers as Worker[]).map(askOne))).flat();
    if (worker.isConnected())
      worker.send({ type: 'all_metrics', id: message.id, parts } satisfies Message, ignoreFailure);
  });
}

/** Returns a function that collects the metrics of this process and of those that share its port. */
export function shareMetrics(registry: Registry<RegistryContentType>): () => Promise<readonly MetricsPart[]> {
  const own = () => registry.getMetricsAsJSON() as Promise<MetricsPart>;
  if (!cluster.isWorker) return async () => [await own()];
  const requests = new Requests<readonly MetricsPart[]>();
  const send = (message: Message) => void process.send?.(message, undefined, undefined, ignoreFailure);
  process.on('message', async (message: Message) => {
    if (message.type === 'all_metrics') requests.answer(message.id, message.parts);
    if (message.type !== 'own_metrics_request') return;
    send({ type: 'own_metrics', id: message.id, part: await own() });
  });
  return () =>
    requests.ask((id) => send({ type: 'all_metrics_request', id }), 2 * LIMIT_MS).catch(async () => [await own()]);
}
