import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually, testDatabase } from '@slipway/testing';
import { startApi } from './api.js';

// With a replica configured, the position of each write is noted. The API notices that this one is the primary,
// and does not read from it.
const { url } = await testDatabase();
const api = await startApi({ DATABASE_URL: url, DATABASE_REPLICA_URL: url });
const { prisma } = api.database;
const tasks = `/v1/projects/${api.project.id}/tasks`;

await prisma.$executeRaw`
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'positions are refused'; END $$`;
const refusePositions = () => prisma.$executeRaw`
  CREATE TRIGGER refuse BEFORE UPDATE OF written_lsn ON accounts FOR EACH ROW EXECUTE FUNCTION refuse()`;
const allowPositions = () => prisma.$executeRaw`DROP TRIGGER IF EXISTS refuse ON accounts`;
afterEach(allowPositions);

async function notedPosition(): Promise<number> {
  const { writtenLsn } = await prisma.account.findUniqueOrThrow({ where: { id: api.accountId } });
  return Number(writtenLsn);
}

describe('a write whose replication position cannot be recorded', () => {
  it('still succeeds, and takes effect once', async () => {
    await refusePositions();
    const { status, body } = await api.post(tasks, { task: { title: 'Committed' } });
    expect(status).toBe(201);
    expect((await api.patch(`${tasks}/${body.id}`, { task: { state: 'blocked' } })).status).toBe(200);
    expect(await prisma.task.count({ where: { title: 'Committed', state: 'blocked' } })).toBe(1);
  });

  it('is recorded as soon as possible, and the log says so', async () => {
    await refusePositions();
    const before = await notedPosition();
    const lines = api.process.logLines.length;
    await api.post(tasks, { task: { title: 'Noted later' } });
    expect(await notedPosition()).toBe(before);
    await allowPositions();
    await eventually('the position is noted', async () => ((await notedPosition()) > before ? true : undefined));
    const logged = () => api.process.logLines.slice(lines).map((line) => JSON.parse(line).msg as string);
    await eventually('the log says so', async () =>
      logged().includes('writes are noted for the replica again') ? true : undefined,
    );
  });
});
