import { describe, expect, it } from '@jest/globals';
import { beginInvestigation, failInvestigation } from '@slipway/db';
import { accountDay } from '@slipway/domain';
import { eventually } from '@slipway/testing';
import { runWorker } from '@slipway/worker';
import { startApi } from './api.js';

const api = await startApi({ INVESTIGATION_CREDIT_COST: '2', INVESTIGATION_DAILY_LIMIT: '6' });
const { prisma } = api.database;
let numbers = 0;

/** A studio for a single test, because credits and limits count per account. */
async function studioWith(credits: number, readOnlyReason: 'demo' | 'trial_expired' | null = null) {
  const { accountId, userId } = await api.make.studio();
  await prisma.account.update({ where: { id: accountId }, data: { credits, readOnlyReason } });
  const project = await api.make.project(accountId);
  const integration = await api.make.integration(project, 'jenkins');
  const { token } = await api.make.apiToken(userId);
  return {
    accountId,
    token,
    async build(status: 'failed' | 'completed' = 'failed', log: string | null = 'error: expected ;\n') {
      numbers += 1;
      const { id } = await prisma.buildRun.create({
        data: {
          accountId,
          projectId: project.id,
          integrationId: integration.id,
          jobKey: 'Harbor',
          jobName: 'Harbor',
          buildNumber: String(numbers),
          status,
          statusAt: new Date(),
          buildType: 'unreal',
          ...(log === null ? {} : { hasLog: true, log: { create: { content: log, receivedAt: new Date() } } }),
        },
      });
      return `/v1/projects/${project.id}/build_runs/${id}`;
    },
    investigate: (build: string) => api.post(`${build}/investigate`, undefined, token),
    credits: async () => (await prisma.account.findUniqueOrThrow({ where: { id: accountId } })).credits,
  };
}

describe('POST …/build_runs/:build_run_id/investigate', () => {
  it('202: starts an investigation and spends credits; 200: returns it again for free', async () => {
    const studio = await studioWith(10);
    const build = await studio.build();
    const first = await studio.investigate(build);
    expect(first.status).toBe(202);
    expect(first.body).toEqual({
      investigation_id: expect.any(String),
      status: 'pending',
      diagnosis: null,
      suggested_fix: null,
      attributed_user_id: null,
      steps: [],
      confidence: null,
      category: null,
      evidence: [],
    });
    const again = await studio.investigate(build);
    expect([again.status, again.body.investigation_id]).toEqual([200, first.body.investigation_id]);
    expect(await studio.credits()).toBe(8);
    const ledger = await prisma.creditLedgerEntry.findMany({ where: { accountId: studio.accountId } });
    expect(ledger).toMatchObject([{ delta: -2, balance: 8, reason: 'investigation' }]);
  });

  it('200, 202: twenty simultaneous requests start one investigation', async () => {
    const studio = await studioWith(10);
    const build = await studio.build();
    const responses = await Promise.all(Array.from({ length: 20 }, () => studio.investigate(build)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 202]);
    expect(new Set(responses.map(({ body }) => body.investigation_id)).size).toBe(1);
    expect(await studio.credits()).toBe(8);
  });

  it('402: too few credits, even for simultaneous requests', async () => {
    const studio = await studioWith(5);
    const builds = await Promise.all(Array.from({ length: 5 }, () => studio.build()));
    const responses = await Promise.all(builds.map((build) => studio.investigate(build)));
    const refused = responses.filter(({ status }) => status === 402);
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(2);
    expect(refused).toHaveLength(3);
    for (const { body } of refused) {
      expect(body).toMatchObject({ error: 'insufficient_credits', credits_required: 2, credits_available: 1 });
    }
    expect(await studio.credits()).toBe(1);
  });

  it('429: the daily limit, with the seconds until midnight US Eastern in Retry-After', async () => {
    const studio = await studioWith(100);
    const builds = await Promise.all(Array.from({ length: 9 }, () => studio.build()));
    const responses = await Promise.all(builds.map((build) => studio.investigate(build)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(6).fill(202), 429, 429, 429]);
    const refused = responses.find(({ status }) => status === 429);
    expect(refused?.body.error).toBe('daily_limit_reached');
    const { secondsLeft } = accountDay(Date.now());
    expect(Math.abs(Number(refused?.headers['retry-after']) - secondsLeft)).toBeLessThan(60);
    expect(await studio.credits()).toBe(88);
  });

  it('402, 429: checks the daily limit before credits, and does not count earlier days', async () => {
    const studio = await studioWith(12);
    const builds = await Promise.all(Array.from({ length: 7 }, () => studio.build()));
    for (const build of builds.slice(0, 6)) expect((await studio.investigate(build)).status).toBe(202);
    expect((await studio.investigate(builds[6] ?? '')).status).toBe(429);
    await prisma.investigation.updateMany({
      where: { accountId: studio.accountId },
      data: { chargedOn: new Date('2026-01-01') },
    });
    expect((await studio.investigate(builds[6] ?? '')).status).toBe(402);
  });

  it('202: a build without a log costs nothing and does not count toward the daily limit', async () => {
    const studio = await studioWith(12);
    for (let times = 0; times < 8; times += 1)
      expect((await studio.investigate(await studio.build('failed', null))).status).toBe(202);
    expect(await studio.credits()).toBe(12);
    for (let times = 0; times < 6; times += 1)
      expect((await studio.investigate(await studio.build())).status).toBe(202);
    expect((await studio.investigate(await studio.build())).status).toBe(429);
    expect((await studio.investigate(await studio.build('failed', null))).status).toBe(202);
    expect(await studio.credits()).toBe(0);
  });

  it('202: automatic investigations do not count toward the daily limit', async () => {
    const studio = await studioWith(12);
    const builds = await Promise.all(Array.from({ length: 6 }, () => studio.build()));
    for (const build of builds) await studio.investigate(build);
    expect((await studio.investigate(await studio.build())).status).toBe(429);
    await prisma.investigation.updateMany({
      where: { accountId: studio.accountId },
      data: { automatic: true },
    });
    await prisma.account.update({ where: { id: studio.accountId }, data: { credits: 2 } });
    expect((await studio.investigate(await studio.build())).status).toBe(202);
  });

  it('422: a build that did not fail', async () => {
    const studio = await studioWith(10);
    const { status, body } = await studio.investigate(await studio.build('completed'));
    expect([status, body.error]).toEqual([422, 'build_not_failed']);
  });

  it('202: starts a new investigation after a failed one, whose credits were refunded once', async () => {
    const studio = await studioWith(10);
    const build = await studio.build();
    const first = await studio.investigate(build);
    const held = await beginInvestigation(api.database, first.body.investigation_id);
    if (held === null) throw new Error('the investigation is already running');
    const failed: boolean[] = [];
    for (let twice = 0; twice < 2; twice += 1) {
      const fail = { reason: 'test', steps: [] };
      failed.push(await api.database.modelTransaction((tx) => failInvestigation(tx, held, fail)));
    }
    expect(failed).toEqual([true, false]);
    expect(await studio.credits()).toBe(10);
    expect((await api.get(build, studio.token)).body.investigation.status).toBe('failed');
    const second = await studio.investigate(build);
    expect(second.status).toBe(202);
    expect(second.body.investigation_id).not.toBe(first.body.investigation_id);
  });

  it('200: the worker completes it; a build without a log gets a low-confidence infrastructure finding', async () => {
    await runWorker(api.process);
    const studio = await studioWith(10);
    const logged = await studio.build('failed', 'LogInit: mail bob@studio.test\n');
    const bare = await studio.build('failed', null);
    for (const build of [bare, logged]) await studio.investigate(build);
    const completed = (build: string) =>
      eventually('the investigation completes', async () => {
        const { body } = await studio.investigate(build);
        return body.status === 'completed' ? body : undefined;
      });
    expect(await completed(bare)).toMatchObject({ category: 'infra', attributed_user_id: null, evidence: [] });
    const finding = await completed(logged);
    expect(finding.confidence).toBeLessThan(0.5);
    expect(JSON.stringify(finding)).not.toContain('@');
  });
});
