import { describe, expect, it } from '@jest/globals';
import { serveConsole } from './served-console.js';

const { make, accountId, owner, member, database } = await serveConsole();
const { prisma } = database;

const MINUTE_MS = 60_000;
const START = Date.now() - 600 * MINUTE_MS;
const minutes = (number: number) => new Date(START + number * MINUTE_MS);
const home = async () => (await owner.browser.call('GET', `/accounts/${accountId}/home`)).body;

describe('GET /console/api/accounts/:account_id/home', () => {
  it('lists approvals in the order of the review queue', async () => {
    const project = await make.project(accountId);
    for (const at of [2, 1, 3]) {
      const { id } = await make.asset(project);
      await make.approval(project, id, { createdAt: minutes(at) });
    }
    const idsOf = ({ approvals }: { approvals: { id: string }[] }) => approvals.map(({ id }) => id);
    const shown = await home();
    const { body: queue } = await owner.browser.call('GET', `/accounts/${accountId}/approvals`);
    expect(shown.approvals).toHaveLength(3);
    expect(idsOf(shown)).toEqual(idsOf(queue));
  });

  it('lists deployments in review in the order of the time that it shows, like the deployments page', async () => {
    const project = await make.project(accountId);
    const review = (createdAt: Date, submittedAt: Date) =>
      make.deployment(project, { status: 'in_review', createdAt, submittedAt });
    const older = await review(minutes(1), minutes(30));
    const newer = await review(minutes(2), minutes(3));
    const { in_review: shown } = await home();
    expect(shown).toMatchObject([
      { id: newer.id, created_at: minutes(2).toISOString() },
      { id: older.id, created_at: minutes(1).toISOString() },
    ]);
    const { body } = await owner.browser.call('GET', `/projects/${project.id}/deployments`);
    expect(body.deployments.map(({ id }: { id: string }) => id)).toEqual([newer.id, older.id]);
  });

  it('says nothing about the cause of a broken job that was not investigated', async () => {
    const project = await make.project(accountId);
    await make.buildRun(project, { status: 'failed' });
    const shown = (await home()).projects.find(({ id }: { id: number }) => id === project.id);
    expect(shown.broken).toMatchObject({ investigation: null, cause: null, cause_state: null });
  });

  it.each([
    ['none', [], 0.1, null],
    ['possible', [{ line: 3, text: 'LNK2019' }], 0.3, 'A symbol is missing.'],
    ['found', [{ line: 3, text: 'LNK2019' }], 0.9, 'A symbol is missing.'],
  ])('says of a broken job that its cause is %s', async (state, evidence, confidence, cause) => {
    const project = await make.project(accountId);
    const change = await make.change(project, { author: 'mholt', authorUserId: member.id });
    const build = await make.buildRun(project, { status: 'failed', changelist: change.identifier });
    await prisma.investigation.create({
      data: {
        ...{ accountId, projectId: project.id, buildRunId: build.id, status: 'completed', creditsCharged: 1 },
        ...{ chargedOn: minutes(0), diagnosis: 'A symbol is missing.', evidence, confidence },
      },
    });
    const { projects } = await home();
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: member.id } });
    const shown = projects.find(({ id }: { id: number }) => id === project.id);
    expect(shown.broken).toMatchObject({ cause, cause_state: state, change: { author: name } });
    const { body } = await owner.browser.call('GET', `/projects/${project.id}/builds`);
    expect(body.builds).toMatchObject([{ investigation: 'completed', cause: state }]);
  });
});
