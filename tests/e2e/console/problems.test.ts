import { describe, expect, it } from '@jest/globals';
import { serveConsole } from './served-console.js';

const { database, make, accountId, project, owner, member, outsider } = await serveConsole();
const { prisma } = database;
await prisma.projectMembership.create({ data: { projectId: project.id, userId: member.id } });
let fingerprints = 0;

async function problem() {
  fingerprints += 1;
  const at = new Date();
  const row = await prisma.problem.create({
    data: {
      accountId,
      projectId: project.id,
      fingerprint: String(fingerprints).padStart(64, '0'),
      category: 'test',
      title: 'FogTest fails',
      firstSeenAt: at,
      lastSeenAt: at,
      firstBuildRunId: 1,
      lastBuildRunId: 1,
      seenCount: 2,
    },
  });
  return { id: Number(row.id), path: `/projects/${project.id}/problems/${row.id}` };
}

describe('PATCH /console/api/projects/:project_id/problems/:problem_id', () => {
  it('lets members assign, mark, note, link, resolve, ignore and reopen', async () => {
    const { path } = await problem();
    const { id: taskId } = await make.task(project);
    const edits = { mark: 'flaky', note: 'Restart the agent', assignee_user_id: member.id, task_id: taskId };
    const { status, body } = await member.browser.call('PATCH', path, edits);
    expect([status, body.assignee]).toEqual([200, expect.any(String)]);
    expect(body).toMatchObject({ ...edits, state: 'open', seen_count: 2 });
    const resolved = await member.browser.call('PATCH', path, { state: 'resolved' });
    expect(resolved.body).toMatchObject({ state: 'resolved', resolved_by: expect.any(String), mark: 'flaky' });
    const states: string[] = [];
    for (const state of ['ignored', 'open'])
      states.push((await member.browser.call('PATCH', path, { state })).body.state);
    expect(states).toEqual(['ignored', 'open']);
    const cleared = { mark: null, assignee_user_id: null, task_id: null };
    expect((await member.browser.call('PATCH', path, cleared)).body).toMatchObject(cleared);
  });

  it('422 for a stranger, a foreign task or an unknown word; 404 outside; 403 in a read-only account', async () => {
    const { path } = await problem();
    const other = await make.task(await make.project(accountId));
    for (const edit of [
      { assignee_user_id: outsider.id },
      { task_id: other.id },
      { state: 'closed' },
      { mark: 'odd' },
      { title: 'x' },
    ])
      expect([edit, (await member.browser.call('PATCH', path, edit)).status]).toEqual([edit, 422]);
    expect((await outsider.browser.call('PATCH', path, { state: 'ignored' })).status).toBe(404);
    expect((await member.browser.call('PATCH', `${path}999`, { state: 'ignored' })).status).toBe(404);
    await prisma.account.update({ where: { id: accountId }, data: { readOnlyReason: 'demo' } });
    const refused = await member.browser.call('PATCH', path, { state: 'ignored' });
    await prisma.account.update({ where: { id: accountId }, data: { readOnlyReason: null } });
    expect([refused.status, refused.body.error]).toEqual([403, 'demo_read_only']);
  });
});

describe('GET /console/api/projects/:project_id/problems', () => {
  it('lists problems with the days of a time zone, and shows a build with the problem that made it fail', async () => {
    const { id } = await problem();
    const build = await make.buildRun(project, { status: 'failed', finishedAt: new Date() });
    const seenAt = new Date();
    await prisma.problemBuild.create({ data: { problemId: id, buildRunId: build.id, seenAt } });
    // Of these zones, two are always on different days.
    for (const zone of ['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago']) {
      const day = seenAt.toLocaleDateString('en-CA', { timeZone: zone });
      const path = `/projects/${project.id}/problems`;
      const { body } = await member.browser.call('GET', `${path}?state=open&time_zone=${zone}`);
      const listed = body.problems.find((each: { id: string }) => each.id === String(id));
      const shown = await member.browser.call('GET', `${path}/${id}?time_zone=${zone}`);
      expect([zone, listed.days, shown.body.days]).toEqual([zone, [{ day, count: 1 }], [{ day, count: 1 }]]);
    }
    const nowhere = await member.browser.call('GET', `/projects/${project.id}/problems?time_zone=Mars/Base`);
    expect([nowhere.status, nowhere.body.message]).toEqual([
      422,
      'time_zone must be a time zone such as Europe/Berlin.',
    ]);
    const detail = await member.browser.call('GET', `/projects/${project.id}/builds/${build.id}`);
    expect(detail.body.problem).toMatchObject({ id: String(id), title: 'FogTest fails' });
    expect((await outsider.browser.call('GET', `/projects/${project.id}/problems`)).status).toBe(404);
  });
});

describe('PATCH /console/api/projects/:project_id/settings', () => {
  it('sets which failures are investigated automatically, and shows what today has cost', async () => {
    const path = `/projects/${project.id}/settings`;
    const edit = { automatic_investigation: 'every_failure', automatic_daily_credits: 7 };
    const { body } = await owner.browser.call('PATCH', path, edit);
    expect(body).toMatchObject({ ...edit, automatic_credits_spent_today: 0 });
    expect((await member.browser.call('PATCH', path, edit)).status).toBe(403);
    for (const wrong of [{ automatic_investigation: 'always' }, { automatic_daily_credits: -1 }])
      expect((await owner.browser.call('PATCH', path, wrong)).status).toBe(422);
  });
});
