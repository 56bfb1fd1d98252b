import { TimeoutError } from '@slipway/domain';
import pg from 'pg';
import { poolConfig } from './connection-config.js';

const TICK_MS = 25;
/** The driver's own limits count all time. They are out of the way, and only end what a broken timer would leave. */
const DRIVER_FACTOR = 20;

/**
 * Throws unless the server at the URL answers in time. Opens a separate connection, because one of a pool may have to
 * wait for others even though the server is up. Only time in which this process runs counts: on a busy machine, a reply
 * waits for the process for longer than the server took.
 */
export async function pingServer(url: string, timeoutMs: number): Promise<void> {
  const limit = DRIVER_FACTOR * timeoutMs;
  const options = { url, name: 'slipway-ping', poolSize: 1, statementTimeoutMs: limit, connectTimeoutMs: limit };
  const { Client = pg.Client, ...config } = poolConfig(options);
  const client = new Client(config) as pg.Client;
  // The query reports the same error.
  client.on('error', () => undefined);
  const silence = runningTime(timeoutMs);
  try {
    await Promise.race([silence.isOver, client.connect().then(() => client.query('SELECT 1'))]);
  } finally {
    silence.stop();
    void client.end().catch(() => undefined);
  }
}

/** Rejects `isOver` after a time in which the event loop was not blocked: a blocked one runs a timer once, not often. */
function runningTime(limitMs: number): { isOver: Promise<never>; stop(): void } {
  let ticks = 0;
  let timer: NodeJS.Timeout | undefined;
  const isOver = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      ticks += 1;
      if (ticks * TICK_MS >= limitMs) reject(new TimeoutError(`the server did not answer within ${limitMs} ms`));
    }, TICK_MS);
  });
  return { isOver, stop: () => clearInterval(timer) };
}
