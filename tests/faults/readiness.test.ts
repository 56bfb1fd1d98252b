import type { RequestListener } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { composeApi } from '@slipway/api';
import { composeConsole } from '@slipway/console';
import { serve } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { eventually, openTestDatabase, testDatabase, testProcess, testProxy, testRedis } from '@slipway/testing';

const postgres = await testProxy((await testDatabase()).url);
const redis = await testProxy((await testRedis()).url);
const context = await testProcess({ DATABASE_URL: postgres.url, REDIS_URL: redis.url });
const database = openTestDatabase(postgres.url);
context.onClose('test database', () => database.close());

async function start(app: RequestListener) {
  const server = await serve(app, { host: '127.0.0.1', port: 0 });
  context.onClose('server', () => server.close());
  return async (query = '') => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/readyz${query}`);
    return [answer.status, await answer.json()] as const;
  };
}

const api = await start(composeApi(context, () => false));
const ingest = await start(await composeIngest(context, () => false));
const console = await start(composeConsole(context, () => false));

beforeEach(async () => {
  redis.restore();
  postgres.restore();
  await eventually('both servers are up', async () => ((await api())[0] === 200 ? true : undefined));
});

const ready = [200, { status: 'ready', warnings: [] }];
const notReady = (...names: string[]) => [503, { status: 'unavailable', not_ready: names }];

describe('/readyz of separate processes', () => {
  it('is 200 when every server is up', async () => {
    expect(await api()).toEqual(ready);
    expect(await ingest()).toMatchObject([200, { status: 'ready' }]);
    expect(await console()).toEqual(ready);
  });

  it('names the queue while Redis is down; a probe may exclude it, because reads still work', async () => {
    redis.cut();
    expect(await api()).toEqual(notReady('queue'));
    expect(await ingest()).toEqual(notReady('queue'));
    expect(await api('?exclude=queue')).toEqual(ready);
    expect(await console()).toEqual(ready);
  });

  it.each(['cut', 'freeze'] as const)('names the database while it is down (%s)', async (fault) => {
    postgres[fault]();
    expect(await api()).toEqual(notReady('database', 'migrations'));
    expect(await ingest()).toEqual(notReady('database', 'migrations'));
    expect(await console()).toEqual(notReady('database', 'migrations'));
  });

  it('names migrations that are not applied yet', async () => {
    await database.prisma.$executeRaw`
      DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`;
    expect(await api()).toEqual(notReady('migrations'));
    expect(await ingest()).toEqual(notReady('migrations'));
    expect(await console()).toEqual(notReady('migrations'));
  });
});
