import { tracingChannel } from 'node:diagnostics_channel';
import { SQL_CHANNEL, type TracedStatement } from '@slipway/domain';
import pg from 'pg';
import { operationOf, tableOf } from './statement-summary.js';

/** The driver's methods, reduced to what is needed here. Its types list every way to call `query` separately. */
type Connections<C> = new (
  config?: pg.PoolConfig,
) => Omit<C, 'query'> & {
  query(statement: unknown, values?: unknown, callback?: unknown): unknown;
};

const channel = tracingChannel<unknown, TracedStatement>(SQL_CHANNEL);

/** A pool that reports its statements, including the time they wait for a connection. */
class TracedPool extends (pg.Pool as unknown as Connections<pg.Pool>) {
  override query(statement: unknown, values?: unknown, callback?: unknown): unknown {
    if (!channel.hasSubscribers) return super.query(statement, values, callback);
    return channel.tracePromise(
      () => super.query(statement, values, callback) as Promise<unknown>,
      new ReportedStatement(statement),
    );
  }
}

/** A connection that reports the statements of transactions. Only the pool, which reports its own, passes a callback. */
class TracedClient extends (pg.Client as unknown as Connections<pg.Client>) {
  override query(statement: unknown, values?: unknown, callback?: unknown): unknown {
    const send = () => super.query(statement, values, callback);
    if (callback !== undefined || isSubmittable(statement) || !channel.hasSubscribers) return send();
    return channel.tracePromise(send as () => Promise<unknown>, new ReportedStatement(statement));
  }
}

/** Such a statement answers through its own methods. */
function isSubmittable(statement: unknown): boolean {
  return typeof (statement as { readonly submit?: unknown } | null)?.submit === 'function';
}

/** Reads the text only when a subscriber asks, because most traces are not sampled. */
class ReportedStatement implements TracedStatement {
  readonly #statement: string | { readonly text: string; readonly label?: string };

  constructor(statement: unknown) {
    this.#statement = statement as string | { readonly text: string };
  }

  get name(): string | undefined {
    return typeof this.#statement === 'string' ? undefined : this.#statement.label;
  }

  get operation(): string {
    return operationOf(this.#text());
  }

  get table(): string | undefined {
    return tableOf(this.#text());
  }

  #text(): string {
    return typeof this.#statement === 'string' ? this.#statement : this.#statement.text;
  }
}

/** The driver's client, which reports its statements. */
export const DriverClient = TracedClient as unknown as typeof pg.Client;

/** Opens a pool whose statements appear in traces. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  return new TracedPool({ Client: DriverClient, ...config }) as unknown as pg.Pool;
}
