import { expect, it } from '@jest/globals';
import { listLongRefs, openProcessDatabase, trimRef } from '@slipway/db';
import { factories, testProcess } from '@slipway/testing';

const context = await testProcess();
const database = openProcessDatabase(context, { name: 'test', statementTimeoutMs: 10_000 });
const { prisma, pool } = database;
const make = factories(database);
const { accountId } = await make.studio();
const project = await make.project(accountId);
const { id: integrationId } = await make.integration(project, 'github');

async function moves(ref: string, count: number, forced = 2): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO ref_moves (account_id, project_id, integration_id, repository, ref, forced, commits, mentions,
      moved_at, digest)
    SELECT ${accountId}::int, ${project.id}::int, ${integrationId}::int, 'harbor', ${ref}, n BETWEEN 2 AND ${forced}::int, '{}', '{}',
      to_timestamp(n), n::text
    FROM generate_series(1, ${count}::int) AS n`;
}

it('a ref keeps the moves that are read, and every forced move', async () => {
  await moves('refs/heads/main', 2_010);
  await moves('refs/heads/quiet', 2_000);
  const long = await listLongRefs(pool);
  expect(long).toEqual([{ integrationId, repository: 'harbor', ref: 'refs/heads/main' }]);
  for (const ref of long) {
    expect(await trimRef(pool, ref, 5)).toBe(5);
    expect(await trimRef(pool, ref, 5)).toBe(4);
  }
  const left = await prisma.refMove.findMany({ where: { ref: 'refs/heads/main' }, orderBy: { movedAt: 'asc' } });
  expect(left).toHaveLength(2_001);
  expect(left.slice(0, 2).map(({ movedAt }) => movedAt.getTime() / 1000)).toEqual([2, 11]);
  expect(await prisma.refMove.count({ where: { ref: 'refs/heads/quiet' } })).toBe(2_000);
});

it('moves older than many forced ones are deleted too', async () => {
  await moves('refs/heads/rebased', 2_030, 20);
  const ref = { integrationId, repository: 'harbor', ref: 'refs/heads/rebased' };
  const deleted: number[] = [];
  do deleted.push(await trimRef(pool, ref, 5));
  while (deleted.at(-1) === 5);
  expect(deleted).toEqual([5, 5, 1]);
  expect(await prisma.refMove.count({ where: { ref: ref.ref } })).toBe(2_019);
});
