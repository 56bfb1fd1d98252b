import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { startPostgresPair } from '@slipway/local';
import { migrate } from '@slipway/prisma';
import { eventually, factories, openTestDatabase, testProxy } from '@slipway/testing';
import supertest from 'supertest';
import { checkout } from '../architecture/tool.js';
import { type ServedApi, serveApi, startApi } from '../contract/api.js';

const pair = await startPostgresPair({ tools: join(checkout, '.data') });
afterAll(pair.stop);
await migrate(pair.primary.url);
/** Stands for pgBouncer. */
const pooler = await testProxy(pair.primary.url);
const primary = await testProxy(pair.primary.url);
const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: primary.url };
const withReplica = { ...env, DATABASE_REPLICA_URL: pair.replica.url };
const api = await startApi({ ...withReplica, DATABASE_REPLICA_MAX_LAG_MS: '600000' });
const [strict, alone] = await Promise.all([
  serveApi({ ...withReplica, DATABASE_REPLICA_MAX_LAG_MS: '1000' }),
  serveApi(env),
]);
const database = openTestDatabase(pair.primary.url);
const replica = openTestDatabase(pair.replica.url);
api.process.onClose('test databases', async () => void (await Promise.all([database.close(), replica.close()])));
const make = factories(database);
const tasks = `/v1/projects/${api.project.id}/tasks`;

const read = ({ send }: Pick<ServedApi, 'send'> = api, path = tasks, token = api.token) =>
  send('GET', path, token);
const write = () => api.post(tasks, { task: { title: 'Written' } });
/** The first response of the wanted kind: on a busy machine, a server may seem to be down for a moment. */
const eventualRead = (staleness: 'current' | 'stale', path = tasks) =>
  eventually(`a ${staleness} read of ${path}`, async () => {
    const answer = await read(api, path);
    const isStale = answer.headers['x-slipway-stale'] === 'true';
    return answer.status === 200 && isStale === (staleness === 'stale') ? answer : undefined;
  });
const readiness = async () =>
  (await supertest(api.app).get('/readyz?exclude=queue')) as { status: number; body: unknown };

async function gaugeOf({ process }: Pick<ServedApi, 'process'>, name: string): Promise<number | undefined> {
  return (await process.metrics.registry.getSingleMetric(`slipway_${name}`)?.get())?.values[0]?.value;
}

/** Waits until the replica has a row that was just written. */
async function caughtUp(): Promise<void> {
  const { id } = await make.task(api.project);
  await eventually(
    'the replica has caught up',
    async () => (await replica.prisma.task.findUnique({ where: { id } })) ?? undefined,
  );
}

async function allAreUp(): Promise<void> {
  pooler.restore();
  primary.restore();
  await replica.prisma.$queryRaw`SELECT pg_wal_replay_resume()::text`;
  for (const each of [api, strict])
    await eventually('the primary and the replica are used', async () =>
      (await gaugeOf(each, 'replica_in_use')) === 1 && (await read(each)).headers['x-slipway-stale'] === undefined
        ? true
        : undefined,
    );
  await eventually('writes succeed', async () => ((await write()).status === 201 ? true : undefined));
}

await allAreUp();
afterEach(allAreUp);

describe.each(['cut', 'freeze'] as const)('%s:', (fault) => {
  it('while the pooler is down, reads use the direct address and are current', async () => {
    pooler[fault]();
    await make.task(api.project, { title: `Current after ${fault}` });
    expect((await eventualRead('current')).text).toContain(`Current after ${fault}`);
    expect((await write()).status).toBe(503);
  });

  it('while the primary is down, reads use the replica and say that they may be stale', async () => {
    const { id, token } = await make.apiToken(api.userId);
    await database.prisma.apiToken.update({ where: { id }, data: { revokedAt: new Date() } });
    await caughtUp();
    pooler[fault]();
    primary[fault]();
    for (const path of [tasks, `${tasks}?updated_since=2020-01-01`, '/v1/projects', '/v1/workspace/events'])
      await eventualRead('stale', path);
    expect((await write()).status).toBe(503);
    expect((await read(api, tasks, token)).status).toBe(401);
    expect(await readiness()).toMatchObject({
      status: 200,
      body: { warnings: ['reads use the replica, and writes fail: DATABASE_URL does not answer'] },
    });
  });

  it('without a replica, reads get 503 while the primary is down', async () => {
    pooler[fault]();
    primary[fault]();
    expect((await read(alone)).status).toBe(503);
    primary.restore();
    await eventually('the direct address is used', async () =>
      (await read(alone)).status === 200 ? true : undefined,
    );
  });
});

describe('while only the replica answers', () => {
  it('what it does not have is unavailable rather than missing', async () => {
    await caughtUp();
    await replica.prisma.$queryRaw`SELECT pg_wal_replay_pause()::text`;
    const task = await make.task(api.project);
    const project = await make.project(api.accountId);
    const { token } = await make.apiToken(api.userId);
    pooler.cut();
    primary.cut();
    await eventualRead('stale');
    expect((await read(api, `${tasks}/${task.id}`)).status).toBe(503);
    expect((await read(api, `/v1/projects/${project.id}/tasks`)).status).toBe(503);
    expect((await read(api, tasks, token)).status).toBe(503);
  });

  it('it is not used if it was too far behind when the primary failed', async () => {
    await caughtUp();
    await replica.prisma.$queryRaw`SELECT pg_wal_replay_pause()::text`;
    await make.task(api.project);
    await eventually('the replica is too far behind', async () =>
      (await gaugeOf(strict, 'replica_in_use')) === 0 ? true : undefined,
    );
    await eventually('the lag is reported', async () =>
      ((await gaugeOf(strict, 'replica_lag_seconds')) ?? 0) > 1 ? true : undefined,
    );
    pooler.cut();
    primary.cut();
    expect((await read(strict)).status).toBe(503);
  });
});
