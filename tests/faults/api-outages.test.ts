import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually, testDatabase, testProxy, testRedis } from '@slipway/testing';
import { startApi } from '../contract/api.js';

const database = await testProxy((await testDatabase()).url);
const redis = await testProxy((await testRedis()).url);
const api = await startApi({ DATABASE_URL: database.url, REDIS_URL: redis.url, GENERAL_RATE_LIMIT: '1000000' });

afterEach(async () => {
  database.restore();
  redis.restore();
  await eventually('the API answers again', async () =>
    (await api.get('/v1/ping')).status === 200 ? true : undefined,
  );
});

describe('while the database is down', () => {
  it.each(['cut', 'freeze'] as const)('%s: 503 with Retry-After', async (fault) => {
    database[fault]();
    const { status, body, headers } = await api.get('/v1/projects');
    expect([status, body.error]).toEqual([503, 'unavailable']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('while the database is down and there is no replica', () => {
  it.each(['cut', 'freeze'] as const)('%s: every read gets 503, and none is marked as stale', async (fault) => {
    const project = `/v1/projects/${api.project.id}`;
    const paths = ['/v1/projects', project, `${project}/changes`, `${project}/build_runs`, `${project}/tasks`];
    for (const path of paths) expect([path, (await api.get(path)).status]).toEqual([path, 200]);
    database[fault]();
    // limits.test.ts of the api adds up the three seconds that a read may take. This bound is far above them, so that a
    // slow machine does not exceed it, and far below the time after which TCP gives up.
    const answers = await Promise.all(paths.map((path) => api.get(path).timeout({ deadline: 15_000 })));
    for (const { status, body, headers } of answers) {
      expect([status, body.error, headers['x-slipway-stale']]).toEqual([503, 'unavailable', undefined]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });
});

describe('while Redis is down', () => {
  it.each(['cut', 'freeze'] as const)('%s: reads still work, without rate limits', async (fault) => {
    redis[fault]();
    for (let times = 0; times < 3; times += 1) expect((await api.get('/v1/projects')).status).toBe(200);
  });

  it('an investigation is accepted once', async () => {
    const integration = await api.make.integration(api.project, 'jenkins');
    const { id } = await api.database.prisma.buildRun.create({
      data: {
        accountId: api.accountId,
        projectId: api.project.id,
        integrationId: integration.id,
        jobKey: 'Harbor',
        jobName: 'Harbor',
        buildNumber: '1',
        status: 'failed',
        statusAt: new Date(),
        buildType: 'unreal',
      },
    });
    redis.cut();
    const path = `/v1/projects/${api.project.id}/build_runs/${id}/investigate`;
    expect((await api.post(path, undefined)).status).toBe(202);
    expect((await api.post(path, undefined)).status).toBe(200);
  });

  it.each(['cut', 'freeze'] as const)(
    '%s: a replay gets 503 with Retry-After, and a dry run works',
    async (fault) => {
      const { id } = await api.make.delivery(api.project);
      const base = `/v1/projects/${api.project.id}/deliveries`;
      redis[fault]();
      const requests = [
        [`${base}/${id}/replay`, {}],
        [`${base}/replay`, { provider: 'jenkins' }],
      ] as const;
      for (const [path, what] of requests) {
        const { status, body, headers } = await api.post(path, what);
        expect([path, status, body.error]).toEqual([path, 503, 'unavailable']);
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
      expect((await api.post(`${base}/${id}/replay`, { dry_run: true })).status).toBe(200);
      redis.restore();
      await eventually('replays are accepted again', async () =>
        (await api.post(`${base}/${id}/replay`, {})).status === 202 ? true : undefined,
      );
    },
  );
});
