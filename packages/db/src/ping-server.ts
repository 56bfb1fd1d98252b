import { withTimeout } from '@slipway/domain';
import pg from 'pg';
import { poolConfig } from './connection-config.js';

/**
 * Throws unless the server at the URL answers in time. Opens a connection of its own, because one of a pool may have to
 * wait for others even though the server is up.
 */
export async function pingServer(url: string, timeoutMs: number): Promise<void> {
  const options = { url, name: 'slipway-ping', poolSize: 1, statementTimeoutMs: timeoutMs };
  const { Client = pg.Client, ...config } = poolConfig({ ...options, connectTimeoutMs: timeoutMs });
  const client = new Client(config) as pg.Client;
  // The query reports the same error.
  client.on('error', () => undefined);
  try {
    await withTimeout(timeoutMs, 'a server that does not answer', async () => {
      await client.connect();
      await client.query('SELECT 1');
    });
  } finally {
    void client.end().catch(() => undefined);
  }
}
