import { once } from 'node:events';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually, openTestDatabase, testDatabase } from '@slipway/testing';
import { SessionLocks } from './session-locks.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
const NAME = 'test-locks';
const locksOf = () => new SessionLocks({ url, name: NAME, space: 'exports' });
/** The locks of two processes. */
const [first, second] = [locksOf(), locksOf()];
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  await database.close();
});

async function backends(): Promise<number[]> {
  const { rows } = await database.pool.query({
    text: 'SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
    values: [NAME],
  });
  return rows.map(({ pid }) => pid as number);
}

const noConnection = () =>
  eventually('there is no connection', async () => ((await backends()).length === 0 ? true : undefined));

describe('SessionLocks', () => {
  it('lets one process at a time hold a lock, and one holder at a time within a process', async () => {
    const held = await first.tryHold(1);
    expect(held).not.toBeNull();
    expect([await first.tryHold(1), await second.tryHold(1)]).toEqual([null, null]);
    const other = await second.tryHold(2);
    expect(other).not.toBeNull();
    await held?.release();
    const next = await second.tryHold(1);
    expect(next).not.toBeNull();
    await Promise.all([next?.release(), other?.release()]);
  });

  it('grants a lock once when several callers request it at the same time', async () => {
    const answers = await Promise.all([first, second, first, second].map((locks) => locks.tryHold(3)));
    const held = answers.filter((lock) => lock !== null);
    expect(held).toHaveLength(1);
    await held[0]?.release();
  });

  it('keeps a connection only while it holds locks', async () => {
    const held = await Promise.all([first.tryHold(1), first.tryHold(2)]);
    expect(await backends()).toHaveLength(1);
    await Promise.all(held.map((lock) => lock?.release()));
    await noConnection();
  });

  it('loses its locks with the connection, reports the loss, and can take them again', async () => {
    const held = await first.tryHold(1);
    if (held === null) throw new Error('not held');
    const lost = once(held.lost, 'abort');
    const [pid] = await backends();
    await database.pool.query({ text: 'SELECT pg_terminate_backend($1)', values: [pid] });
    await lost;
    const taken = await second.tryHold(1);
    expect(taken).not.toBeNull();
    await Promise.all([held.release(), taken?.release()]);
    const again = await first.tryHold(1);
    expect(again).not.toBeNull();
    await again?.release();
    await noConnection();
  });
});
