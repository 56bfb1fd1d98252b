import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';
import { expectAbsent, expectRefusals } from './refusals.js';

const api = await startApi();
const { make, project, userId } = api;
const { prisma } = api.database;

const path = (buildId: number | string, projectId = project.id) =>
  `/v1/projects/${projectId}/build_runs/${buildId}/suspects`;

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute));

/** A failed build of a job that passed before, with a change between the two. */
async function brokenJob(jobName: string) {
  const job = { jobName, jobKey: jobName, branch: 'main' };
  const { id: integrationId } = await make.integration(project, 'jenkins');
  const passed = await make.buildRun(project, {
    ...job,
    integrationId,
    status: 'completed',
    startedAt: at(0),
    finishedAt: at(5),
    statusAt: at(5),
  });
  const change = await make.change(project, { branch: 'main', timestamp: at(7), createdAt: at(7) });
  const failed = await make.buildRun(project, {
    ...job,
    integrationId,
    status: 'failed',
    startedAt: at(10),
    finishedAt: at(15),
    statusAt: at(15),
  });
  return { passed, change, failed };
}

describe('GET /v1/projects/:project_id/build_runs/:build_run_id/suspects', () => {
  it('200: the changes that the investigation suspects, with user ids and without names or addresses', async () => {
    const { passed, change, failed } = await brokenJob('Suspected');
    await prisma.investigation.create({
      data: {
        accountId: project.accountId,
        projectId: project.id,
        buildRunId: failed.id,
        status: 'completed',
        creditsCharged: 1,
        chargedOn: at(15),
        attributedUserId: userId,
        suspects: [{ changeId: change.id, reason: 'Touched ada@studio.test/Fog.cpp.', confidence: 0.9 }],
      },
    });
    const { status, body } = await api.get(path(failed.id));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      suspects: [{ change_id: change.id, identifier: change.identifier, author_user_id: userId, confidence: 0.9 }],
      attributed_user_id: userId,
      no_suspect_reason: null,
      last_passing_build_run_id: String(passed.id),
    });
    expect(body.new_changes.count).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain('@');
  });

  it('200: the suspect of an older investigation is that of its problem, if both name the same author', async () => {
    const { change, failed } = await brokenJob('Older');
    await prisma.change.update({ where: { id: change.id }, data: { authorUserId: userId } });
    const of = { accountId: project.accountId, projectId: project.id };
    const seen = {
      firstSeenAt: at(15),
      lastSeenAt: at(15),
      firstBuildRunId: failed.id,
      lastBuildRunId: failed.id,
    };
    await prisma.problem.create({
      data: {
        ...of,
        ...seen,
        fingerprint: 'f'.repeat(64),
        category: 'compile',
        title: 'A symbol is missing',
        suspectedChangeId: change.id,
        builds: { create: { buildRunId: failed.id, seenAt: at(15) } },
      },
    });
    const { displayIdentifier } = await prisma.change.findUniqueOrThrow({ where: { id: change.id } });
    const detail = `${displayIdentifier} touched Fog.cpp.`;
    const old = {
      ...of,
      buildRunId: failed.id,
      creditsCharged: 1,
      chargedOn: at(15),
      status: 'completed' as const,
    };
    const steps = [{ name: 'attribute', status: 'completed', detail }];
    const suspects = async (attributedUserId: number | null) => {
      await prisma.investigation.deleteMany({ where: { buildRunId: failed.id } });
      await prisma.investigation.create({ data: { ...old, steps, attributedUserId, confidence: 0.8 } });
      return (await api.get(path(failed.id))).body.suspects;
    };
    expect(await suspects(null)).toEqual([]);
    expect(await suspects((await make.studio()).userId)).toEqual([]);
    expect(await suspects(userId)).toMatchObject([{ change_id: change.id, reason: detail, confidence: 0.8 }]);
  });

  it('200: no suspect before an investigation, but the new changes', async () => {
    const { failed } = await brokenJob('Uninvestigated');
    const { body } = await api.get(path(failed.id));
    expect(body).toMatchObject({ suspects: [], no_suspect_reason: 'The build has not been investigated.' });
    expect(body.new_changes).toMatchObject({ truncated: false });
  });

  it('200: neither suspects nor new changes for a job that never passed', async () => {
    const failed = await make.buildRun(project, { status: 'failed', jobName: 'Never', finishedAt: at(15) });
    expect((await api.get(path(failed.id))).body).toEqual({
      suspects: [],
      attributed_user_id: null,
      last_passing_build_run_id: null,
      new_changes: null,
      no_suspect_reason: 'No earlier passing build of this job on this branch.',
    });
  });

  it('404: a build of another project, or none; 422: any parameter', async () => {
    const failed = await make.buildRun(project, { status: 'failed' });
    const other = await make.project(project.accountId);
    await expectAbsent([api.get(path(failed.id, other.id)), api.get(path(999_999_999)), api.get(path('x'))]);
    await expectRefusals(api, path(failed.id), [['limit=1', 'unknown_parameter']]);
  });
});
