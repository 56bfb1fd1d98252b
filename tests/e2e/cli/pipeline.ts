import { reportTests, testResult } from '@slipway/testing';
import { startService } from '../service.js';

const LOG = [
  'Building UnrealEditor…',
  'Source/Harbor/Private/Crane.cpp(12): error C2065: undeclared identifier',
  'Finished: FAILURE',
].join('\n');

/** The service, with one record of every kind in a project. */
export async function startPipeline(env: Readonly<Record<string, string>> = {}) {
  const service = await startService({ GENERAL_RATE_LIMIT: '1000000', TASK_WRITE_RATE_LIMIT: '1000000', ...env });
  const { make, database } = service;
  const { accountId, userId } = await make.studio();
  const project = await make.project(accountId);
  const { name } = await database.prisma.project.findUniqueOrThrow({ where: { id: project.id } });
  const { token } = await make.apiToken(userId);
  const { id: integrationId } = await make.integration(project, 'jenkins');
  const change = await make.change(project, { description: 'Move the crane\n\nHARB-1', author: 'Jonas' });
  const { id: perforceId } = await make.integration(project, 'perforce');
  for (const identifier of ['5100', '5103']) await make.change(project, { integrationId: perforceId, identifier });
  const task = await make.task(project, { title: 'Crane 漢字 is loud', labels: ['audio'] });
  const asset = await make.asset(project, { approvalStatus: 'pending' });
  const approval = await make.approval(project, asset.id, { status: 'pending', approvalStage: 'art_review' });
  const finishedAt = new Date();
  const log = { create: { content: LOG, receivedAt: finishedAt } };
  const failed = await make.buildRun(project, { status: 'failed', hasLog: true, log, finishedAt });
  const found = {
    line: 2,
    category: 'compile',
    confidence: 0.9,
    requestId: crypto.randomUUID(),
    requestedAt: null,
  };
  await database.prisma.buildDiagnosis.create({
    data: { ...found, projectId: project.id, buildRunId: failed.id },
  });
  const build = await make.buildRun(project, { status: 'completed', finishedAt });
  const running = await make.buildRun(project, { status: 'building' });
  const owner = await make.member(project);
  const tested = { accountId, projectId: project.id, buildRunId: Number(build.id) };
  await reportTests(database, tested, [testResult('moors', ['passed'], { path: 'Quay' })], {
    startedAt: finishedAt,
  });
  const test = await database.prisma.test.findFirstOrThrow({ where: { projectId: project.id } });
  const deployment = await make.deployment(project);
  await make.member(project, { uids: [{ provider: 'perforce', uid: 'jonas' }] });
  await make.reference(project);
  await database.prisma.auditEntry.create({
    data: { accountId, userId, action: 'billing.change_plan', target: 'team' },
  });
  const seen = {
    firstSeenAt: finishedAt,
    lastSeenAt: finishedAt,
    firstBuildRunId: failed.id,
    lastBuildRunId: failed.id,
  };
  const newProblem = (fingerprint: string) =>
    database.prisma.problem.create({
      data: {
        accountId,
        projectId: project.id,
        fingerprint: fingerprint.repeat(64),
        category: 'compile',
        title: 'No crane',
        ...seen,
      },
    });
  const problem = await newProblem('f');
  const openProblem = await newProblem('e');
  const spare = await make.apiToken(userId, { name: 'Spare' });
  const body = { job_name: 'Harbor', build_number: 900, status: 'SUCCESS' };
  const delivery = await make.delivery(project, { integrationId, body });
  return {
    service,
    host: service.apiUrl,
    token,
    userId,
    project: { ...project, name },
    ids: {
      task: String(task.id),
      change: String(change.id),
      asset: asset.id,
      approval: approval.id,
      failed: String(failed.id),
      build: String(build.id),
      running: String(running.id),
      problem: String(problem.id),
      openProblem: String(openProblem.id),
      test: String(test.id),
      owner: `user:${owner.userId}`,
      spareToken: String(spare.id),
      deployment: deployment.id,
      delivery: delivery.id,
    },
  };
}
