import type pg from 'pg';
import { DriverClient as TracedDriverClient } from './traced-connections.js';

/** The driver's client, with a method that its types omit, and `query` reduced to what is needed here. */
interface Driver extends Omit<pg.Client, 'query'> {
  /** What is sent when a connection opens. */
  getStartupConf(): Record<string, string>;
  query(config: unknown, ...rest: unknown[]): unknown;
}

const DriverClient = TracedDriverClient as unknown as new (config?: pg.ClientConfig) => Driver;

/**
 * Connections to pgBouncer in transaction mode, where each transaction may run on a different server connection.
 *
 * - Statements have no names: the server connection that runs one may not have prepared it.
 * - pgBouncer refuses timeouts and options when a connection opens. Each transaction sets its own timeouts, in the
 *   message that begins it; statements outside transactions use the role's timeouts.
 * - pgBouncer accepts a time zone, and sets it on the connections it assigns.
 */
export function transactionPoolClient(timeouts: Readonly<Record<string, number>>): new () => pg.ClientBase {
  const settings = Object.entries(timeouts).map(([name, timeoutMs]) => `SET LOCAL ${name} = ${timeoutMs}`);
  const begin = ['BEGIN', ...settings].join('; ');

  class TransactionPoolClient extends DriverClient {
    override getStartupConf(): Record<string, string> {
      return { ...super.getStartupConf(), TimeZone: 'UTC' };
    }

    override query(config: unknown, ...rest: unknown[]): unknown {
      if (config === 'BEGIN') return super.query(begin, ...rest);
      if (!isQueryConfig(config)) return super.query(config, ...rest);
      const text = config.text === 'BEGIN' ? begin : config.text;
      return super.query({ ...config, text, name: undefined }, ...rest);
    }
  }
  return TransactionPoolClient as unknown as new () => pg.ClientBase;
}

function isQueryConfig(config: unknown): config is pg.QueryConfig {
  return typeof config === 'object' && config !== null && 'text' in config;
}
