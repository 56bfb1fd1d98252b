import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { endMembership } from '@slipway/db';
import { startPostgresPair } from '@slipway/local';
import { migrate } from '@slipway/prisma';
import { eventually, factories, openTestDatabase, type TestProcess } from '@slipway/testing';
import { checkout } from '../architecture/tool.js';
import { serveApi, startApi } from '../contract/api.js';

const pair = await startPostgresPair({ tools: join(checkout, '.data') });
afterAll(pair.stop);
await migrate(pair.primary.url);
const env = { DATABASE_URL: pair.primary.url, DATABASE_REPLICA_URL: pair.replica.url };
/** While paused, the replica is behind for the duration of a test; the first two processes keep using it. */
const patient = { ...env, DATABASE_REPLICA_MAX_LAG_MS: '600000' };
const api = await startApi(patient);
const [second, impatient] = await Promise.all([
  serveApi(patient),
  serveApi({ ...env, DATABASE_REPLICA_MAX_LAG_MS: '1000' }),
]);
const make = factories(api.database);
const tasks = `/v1/projects/${api.project.id}/tasks`;

const replica = openTestDatabase(pair.replica.url);
api.process.onClose('test replica', () => replica.close());
const pause = () => replica.prisma.$queryRaw`SELECT pg_wal_replay_pause()::text`;
const resume = () => replica.prisma.$queryRaw`SELECT pg_wal_replay_resume()::text`;

async function metricOf({ metrics }: TestProcess, name: string, server?: string): Promise<number> {
  const metric = await metrics.registry.getSingleMetric(`slipway_${name}`)?.get();
  return metric?.values.find(({ labels }) => labels['server'] === server)?.value ?? 0;
}

async function replicaIsUsed({ process } = api as { process: TestProcess }, wanted = 1): Promise<void> {
  await eventually(`the replica is ${wanted === 1 ? '' : 'not '}used`, async () =>
    (await metricOf(process, 'replica_in_use')) === wanted ? true : undefined,
  );
}

/** The titles of the tasks in a list. */
async function titles(path = tasks, { send } = api as Pick<typeof api, 'send'>, token = api.token) {
  const { status, body } = await send('GET', path, token);
  expect(status).toBe(200);
  return (body.tasks as { title: string }[]).map(({ title }) => title);
}

/** On a busy machine, a check of the replica may take too long, so that a read uses the primary for a moment. */
function expectHidden(title: string, read: () => Promise<unknown>): Promise<true> {
  return eventually(`a read without "${title}"`, async () =>
    JSON.stringify(await read()).includes(title) ? undefined : true,
  );
}

/** Waits until the replica has everything that the primary has. */
async function caughtUp(): Promise<void> {
  const marker = await make.task(api.project);
  await eventually('the replica has caught up', async () => {
    const before = await metricOf(api.process, 'reads_total', 'replica');
    const { body } = await api.get(`${tasks}?limit=50`);
    const fromReplica = (await metricOf(api.process, 'reads_total', 'replica')) > before;
    return fromReplica && (body.tasks as { id: number }[]).some(({ id }) => id === marker.id) ? true : undefined;
  });
}

for (const each of [api, second, impatient]) await replicaIsUsed(each);
afterEach(resume);

describe('with a replica', () => {
  it('lists and the feed are read from it, and rows it does not have yet from the primary', async () => {
    await caughtUp();
    await pause();
    const task = await make.task(api.project, { title: 'Only on the primary' });
    await expectHidden('Only on the primary', () => titles());
    await expectHidden('Only on the primary', async () => (await api.get('/v1/workspace/events?limit=50')).body);
    expect((await api.get(`${tasks}/${task.id}`)).body).toMatchObject({ title: 'Only on the primary' });
    await resume();
    await caughtUp();
    expect(await titles()).toContain('Only on the primary');
  });

  it('all users of an account see its latest writes, through every process', async () => {
    const colleague = await make.apiToken(api.userId);
    const stranger = await make.studio();
    const theirs = await make.project(stranger.accountId);
    const { token: theirToken } = await make.apiToken(stranger.userId);
    await caughtUp();
    await pause();
    await make.task(theirs, { title: 'Not replayed' });
    const { status, body } = await api.post(tasks, { task: { title: 'Just written' } });
    expect(status).toBe(201);
    expect((await titles())[0]).toBe('Just written');
    expect((await titles(tasks, second, colleague.token))[0]).toBe('Just written');
    await api.patch(`${tasks}/${body.id}`, { task: { title: 'Written again' } });
    expect((await titles(tasks, second))[0]).toBe('Written again');
    expect(JSON.stringify((await second.send('GET', '/v1/workspace/events', api.token)).body)).toContain(
      'Written again',
    );
    await expectHidden('Not replayed', () => titles(`/v1/projects/${theirs.id}/tasks`, second, theirToken));
  });

  it('an account sees its latest writes even if their position cannot be recorded', async () => {
    await caughtUp();
    await pause();
    const { prisma } = api.database;
    await prisma.$executeRaw`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'positions are refused'; END $$`;
    await prisma.$executeRaw`
      CREATE TRIGGER refuse BEFORE UPDATE OF written_lsn ON accounts FOR EACH ROW EXECUTE FUNCTION refuse()`;
    const { status } = await api.post(tasks, { task: { title: 'Not noted' } });
    expect(status).toBe(201);
    expect((await titles())[0]).toBe('Not noted');
    expect(JSON.stringify((await api.get('/v1/workspace/events')).body)).toContain('Not noted');
    await prisma.$executeRaw`DROP FUNCTION refuse() CASCADE`;
    await eventually('the other process knows of the write', async () =>
      (await titles(tasks, second)).includes('Not noted') ? true : undefined,
    );
  });

  it('later pages of a list are read from the primary, so that no row is skipped', async () => {
    await caughtUp();
    const { body } = await api.get(`${tasks}?limit=1`);
    await pause();
    const createdAt = new Date(Date.parse((body.tasks as { created_at: string }[])[0]?.created_at ?? '') - 1);
    await make.task(api.project, { title: 'Next in order', createdAt });
    const cursor = encodeURIComponent((body.pagination as { next_cursor: string }).next_cursor);
    expect(await titles(`${tasks}?limit=1&cursor=${cursor}`)).toEqual(['Next in order']);
    expect(await titles(`${tasks}?updated_since=2020-01-01`)).toContain('Next in order');
  });

  it('a revoked token stops working at once', async () => {
    const { id, token } = await make.apiToken(api.userId);
    await caughtUp();
    await pause();
    await api.database.prisma.apiToken.update({ where: { id }, data: { revokedAt: new Date() } });
    expect((await api.get(tasks, token)).status).toBe(401);
  });

  it('a user removed from an account can no longer read it, through any process', async () => {
    const { userId } = await make.studio();
    await api.database.prisma.accountMembership.create({ data: { accountId: api.accountId, userId } });
    const { token } = await make.apiToken(userId);
    await caughtUp();
    await pause();
    const feed = `/v1/workspace/events?account_id=${api.accountId}`;
    const statuses = () =>
      Promise.all(
        [api, second].flatMap(({ send }) =>
          [tasks, feed].map(async (path) => (await send('GET', path, token)).status),
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await api.database.modelTransaction((tx) => endMembership(tx, { accountId: api.accountId, userId }));
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    expect((await second.send('GET', '/v1/projects', token)).body).toEqual({ projects: [] });
  });

  it('reads use the primary while the replica is too far behind', async () => {
    await caughtUp();
    await pause();
    await make.task(api.project, { title: 'Too late for the replica' });
    await replicaIsUsed(impatient, 0);
    expect(await titles(tasks, impatient)).toContain('Too late for the replica');
    expect((await impatient.send('GET', '/v1/ping', api.token)).status).toBe(200);
    await resume();
    await replicaIsUsed(impatient);
  });

  it('no request fails when the replica dies, one line is logged, and it is used again once it is back', async () => {
    await caughtUp();
    const lines = api.process.logLines.length;
    const killed = pair.replica.kill();
    for (let times = 0; times < 40; times += 1) await titles();
    await killed;
    await titles();
    await replicaIsUsed(api, 0);
    await pair.replica.start();
    await replicaIsUsed();
    await caughtUp();
    const logged = api.process.logLines.slice(lines).map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(logged.filter((msg) => msg.startsWith('replica is'))).toEqual(['replica is down', 'replica is up']);
  });
});
