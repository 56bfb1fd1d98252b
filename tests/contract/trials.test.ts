import { describe, expect, it } from '@jest/globals';
import { sweepTrials } from '@slipway/db';
import { startApi } from './api.js';

const api = await startApi();
const { database } = api;
const { prisma } = database;

async function trial(fields: { endedAgoMs: number; hasPaymentMethod?: boolean }) {
  const { accountId, userId } = await api.make.studio();
  const trialEndsAt = new Date(Date.now() - fields.endedAgoMs);
  await prisma.account.update({
    where: { id: accountId },
    data: { trialEndsAt, hasPaymentMethod: fields.hasPaymentMethod ?? false },
  });
  const project = await api.make.project(accountId);
  const { token } = await api.make.apiToken(userId);
  return {
    accountId,
    write: () => api.post(`/v1/projects/${project.id}/tasks`, { task: { title: 'Dock' } }, token),
    read: () => api.get(`/v1/projects/${project.id}/tasks`, token),
  };
}

describe('the trial sweep', () => {
  it('makes accounts whose trial ended without a payment method read-only, and no others', async () => {
    const [lapsed, paying, running] = await Promise.all([
      trial({ endedAgoMs: 1_000 }),
      trial({ endedAgoMs: 1_000, hasPaymentMethod: true }),
      trial({ endedAgoMs: -60_000 }),
    ]);
    expect((await lapsed.write()).status).toBe(201);
    expect(await sweepTrials(database, new Date())).toEqual({ lapsed: 1, reactivated: 0 });
    const refused = await lapsed.write();
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ error: 'demo_read_only', reason: 'trial_expired' });
    expect(refused.body.upgrade_url).toMatch(/^http/);
    expect((await lapsed.read()).status).toBe(200);
    for (const account of [paying, running]) expect((await account.write()).status).toBe(201);
    expect(await sweepTrials(database, new Date())).toEqual({ lapsed: 0, reactivated: 0 });
  });

  it('restores write access once a payment method is added, but never for a demo account', async () => {
    const [lapsed, demo] = await Promise.all([trial({ endedAgoMs: 1_000 }), trial({ endedAgoMs: -60_000 })]);
    await sweepTrials(database, new Date());
    const pays = { hasPaymentMethod: true };
    await prisma.account.update({ where: { id: lapsed.accountId }, data: pays });
    await prisma.account.update({ where: { id: demo.accountId }, data: { ...pays, readOnlyReason: 'demo' } });
    expect((await sweepTrials(database, new Date())).reactivated).toBe(1);
    expect((await lapsed.write()).status).toBe(201);
    expect((await demo.write()).body).toMatchObject({ reason: 'demo' });
  });
});
