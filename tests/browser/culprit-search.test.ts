import { expect, it } from '@jest/globals';
import { appSecretsOf, sealSecret } from '@slipway/domain';
import { factories, TEST_APP_SECRET, testJenkins } from '@slipway/testing';
import { LOCAL_JENKINS } from '../rerunnable-build.js';
import { barriers, overflow, PHONE } from './barriers.js';
import { startStack } from './stack.js';

const ACCESS = { username: 'slipway', apiToken: 'canary-api-token' };
const JOB = 'Harbor-Search';
const HOUR_MS = 3_600_000;
const CULPRIT = 105;

const stack = await startStack(LOCAL_JENKINS);
const { demo, database } = stack;
const { prisma } = database;
const make = factories(database);
const jenkins = await testJenkins(ACCESS);
const project = { id: demo.projects.main, accountId: demo.accounts.studio.id };

/** A problem between a pass at 100 and a failure at 108, in a job that Jenkins can run at a changelist. */
async function failingJob() {
  jenkins.job(JOB, ['CHANGELIST']);
  const { id: integrationId, token } = await make.integration(project, 'jenkins');
  const config = { server_url: jenkins.url, username: ACCESS.username };
  await prisma.integration.update({ where: { id: integrationId }, data: { config } });
  const appSecrets = appSecretsOf({ APP_SECRET: TEST_APP_SECRET, APP_SECRET_ALSO_ACCEPTED: '' });
  const { ciphertext, fingerprint } = sealSecret(appSecrets, integrationId, ACCESS.apiToken);
  await prisma.integrationSecret.create({ data: { integrationId, purpose: 'api', ciphertext, fingerprint } });
  const start = Date.now() - 3 * HOUR_MS;
  for (let number = 101; number <= 108; number += 1) {
    const timestamp = new Date(start + (number - 100) * 60_000);
    const names = { identifier: String(number), displayIdentifier: `CL ${number}`, repository: '//search' };
    await make.change(project, {
      ...names,
      branch: 'main',
      timestamp,
      createdAt: timestamp,
      updatedAt: timestamp,
    });
  }
  const ended = (at: number) => ({ startedAt: new Date(at), finishedAt: new Date(at), statusAt: new Date(at) });
  const build = { integrationId, jobName: JOB, branch: 'main' };
  await make.buildRun(project, {
    ...build,
    buildNumber: '1',
    changelist: '100',
    status: 'completed',
    ...ended(start),
  });
  const failedAt = start + HOUR_MS;
  const failed = { ...build, buildNumber: '2', changelist: '108', status: 'failed', ...ended(failedAt) };
  const { id: buildRunId } = await make.buildRun(project, failed);
  jenkins.build(JOB, 1, { running: false });
  jenkins.build(JOB, 2, { running: false, info: { result: 'FAILURE' } });
  const seenAt = new Date(failedAt);
  const seen = {
    firstSeenAt: seenAt,
    lastSeenAt: seenAt,
    firstBuildRunId: buildRunId,
    lastBuildRunId: buildRunId,
  };
  const about = { fingerprint: 'e'.repeat(64), category: 'compile', title: 'error C2065: Density' };
  const { id } = await prisma.problem.create({
    data: { accountId: project.accountId, projectId: project.id, ...about, ...seen },
  });
  await prisma.problemBuild.create({ data: { problemId: id, buildRunId, seenAt } });
  return { id, token };
}

/** Reports the builds of the runs that were requested, as Jenkins would. */
async function reportRuns(problemId: bigint, token: string) {
  jenkins.startQueued();
  const where = { search: { problemId }, outcome: 'requested' as const, buildNumber: { not: null } };
  for (const { identifier, buildNumber } of await prisma.culpritRun.findMany({ where })) {
    const passed = Number(identifier) < CULPRIT;
    const body = { job_name: JOB, build_number: buildNumber, changelist: Number(identifier), branch: 'main' };
    await fetch(`${stack.baseUrl}/webhooks/jenkins`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-webhook-token': token },
      body: JSON.stringify({ ...body, status: passed ? 'success' : 'failure' }),
    });
  }
  // The demo problem has no log, so its diagnosis stands in for one.
  const builds = await prisma.buildRun.findMany({ where: { searchedProblemId: problemId, status: 'failed' } });
  for (const { id: buildRunId } of builds)
    await prisma.buildDiagnosis.upsert({
      where: { buildRunId },
      create: {
        buildRunId,
        projectId: project.id,
        requestId: crypto.randomUUID(),
        requestedAt: null,
        fingerprint: 'e'.repeat(64),
      },
      update: {},
    });
}

it('a member starts a search, watches its runs, and sees the culprit', async () => {
  const { id, token } = await failingJob();
  const page = await stack.openPage(`/projects/${project.id}/problems/${id}`, 'member', { viewport: PHONE });
  await page.getByRole('button', { name: 'Search for the culprit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search for the culprit?' });
  await dialog.getByText('more runs today').waitFor();
  expect([await barriers(page, '[role=dialog]'), await overflow(page)]).toEqual([[], []]);
  await dialog.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('Searching: 1 of 20 runs.').waitFor();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  expect([await barriers(page), await overflow(page)]).toEqual([[], []]);
  const found = page.getByText(`CL ${CULPRIT} is the culprit`);
  const reporting = setInterval(() => void reportRuns(id, token), 500);
  try {
    await found.waitFor({ timeout: 90_000 });
  } finally {
    clearInterval(reporting);
  }
  await page.getByText('The search has ended').waitFor();
  expect([await barriers(page), await overflow(page)]).toEqual([[], []]);
}, 150_000);
