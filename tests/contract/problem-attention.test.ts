import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';

const api = await startApi();
const { make } = api;
const { prisma } = api.database;
const DAY_MS = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

async function problem() {
  const project = await make.project(api.accountId);
  await prisma.projectMembership.create({ data: { projectId: project.id, userId: api.userId } });
  const at = new Date(Date.UTC(2026, 10, 1));
  const { id } = await prisma.problem.create({
    data: {
      accountId: api.accountId,
      projectId: project.id,
      fingerprint: '1'.padStart(64, '0'),
      category: 'compile',
      title: 'error C2065',
      file: 'Source/Fog/Fog.cpp',
      firstSeenAt: at,
      lastSeenAt: at,
      firstBuildRunId: 1,
      lastBuildRunId: 1,
    },
  });
  return { project, id, path: `/v1/projects/${project.id}/problems/${id}` };
}

describe('waits_for of a problem', () => {
  it('is nobody, then whoever took it, and null once it is resolved', async () => {
    const { path } = await problem();
    expect((await api.get(path)).body.waits_for).toEqual({
      user_id: null,
      group_id: null,
      since: '2026-11-01T00:00:00.000Z',
      sentence: 'Nobody has taken it.',
    });
    const taken = await api.patch(path, { assignee_user_id: api.userId });
    expect(taken.body.waits_for).toMatchObject({
      user_id: api.userId,
      sentence: `Waits for user:${api.userId}, who has taken it.`,
    });
    expect(Date.parse(taken.body.waits_for.since)).toBeGreaterThan(Date.UTC(2026, 10, 1));
    expect((await api.patch(path, { state: 'resolved' })).body.waits_for).toBeNull();
  });

  it('is whoever of the owning group is on call, and never somebody who left the account', async () => {
    const { project, id, path } = await problem();
    const { id: groupId } = await prisma.accountGroup.create({
      data: {
        accountId: api.accountId,
        name: 'Fog',
        slug: `fog-${project.id}`,
        rotatesFrom: new Date(Date.UTC(2026, 0, 5)),
      },
    });
    const rules = { projectId: project.id, text: `/Source/Fog/ @fog-${project.id}`, userId: api.userId };
    await prisma.ownershipRules.create({ data: { ...rules, savedAt: new Date() } });
    await prisma.problem.update({ where: { id }, data: { assigneeUserId: 999_999_999 } });
    expect((await api.get(path)).body.waits_for).toMatchObject({
      user_id: null,
      group_id: groupId,
      sentence: 'Waits for the group Fog, which owns it.',
    });
    await prisma.groupMember.create({
      data: { groupId, accountId: api.accountId, userId: api.userId, position: 0 },
    });
    expect((await api.get(path)).body.waits_for).toMatchObject({
      user_id: api.userId,
      group_id: groupId,
      sentence: `Waits for user:${api.userId}, who is on call for Fog.`,
    });
  });
});

describe('PATCH /v1/projects/:project_id/problems/:problem_id', () => {
  it('200: snoozes an open problem until a date, and ends the snooze; the audit log has both', async () => {
    const { project, id, path } = await problem();
    const until = inDays(7);
    const snoozed = await api.patch(path, { snoozed_until: until });
    expect([snoozed.status, snoozed.body]).toMatchObject([
      200,
      {
        snoozed_until: until,
        snooze_ends: 'date',
        waits_for: { sentence: expect.stringMatching(/^Snoozed until .+ UTC\.$/) },
      },
    ]);
    const woken = await api.patch(path, { snoozed_until: null });
    expect(woken.body).toMatchObject({ snoozed_until: null, snooze_ends: null });
    const entries = await prisma.auditEntry.findMany({
      where: { projectId: project.id },
      orderBy: { id: 'asc' },
      select: { action: true, target: true, userId: true, detail: true },
    });
    const common = { target: 'error C2065', userId: api.userId };
    expect(entries).toMatchObject([
      { ...common, action: 'problem.snooze', detail: { problem_id: Number(id), until, ends: 'date' } },
      { ...common, action: 'problem.end_snooze' },
    ]);
  });

  it('200: snoozes until the next change, at most 90 days', async () => {
    const { path } = await problem();
    const { body } = await api.patch(path, { snooze_ends: 'next_change' });
    expect(body.snooze_ends).toBe('next_change');
    expect(Math.round((Date.parse(body.snoozed_until) - Date.now()) / DAY_MS)).toBe(90);
    expect(body.waits_for.sentence).toMatch(/^Snoozed until it fails on a newer revision, at the latest /);
  });

  it('422: a time that is past, too late or no time, and a problem that is not open', async () => {
    const { path } = await problem();
    for (const body of [
      { snoozed_until: inDays(-1) },
      { snoozed_until: inDays(91) },
      { snoozed_until: 'soon' },
      { snooze_ends: 'never' },
      { state: 'resolved', snoozed_until: inDays(1) },
    ]) {
      const { status, body: refusal } = await api.patch(path, body);
      expect([body, status, refusal.error]).toEqual([body, 422, 'invalid_parameter']);
    }
    expect((await api.get(path)).body).toMatchObject({ state: 'open', snoozed_until: null });
  });
});
