import { appSecretsOf, sealSecret } from '@slipway/domain';
import { TEST_APP_SECRET } from '@slipway/testing';
import type { TestApi } from './api.js';

const appSecrets = appSecretsOf({ APP_SECRET: TEST_APP_SECRET, APP_SECRET_ALSO_ACCEPTED: '' });
const HOUR_MS = 3_600_000;

/** When the problems of `failingJobs` were first seen; the builds follow, one an hour. */
export const FIRST_SEEN = Date.UTC(2026, 10, 1);

/** Projects with a problem that has a range of changes, written as rows. */
export function failingJobs({ make, database: { prisma }, accountId, userId }: TestApi) {
  let hours = 0;
  /** A project in which a job passed at 100 and fails since 120, with the builds of other changelists after that. */
  async function failingJob({
    changelists = ['105', '110', '120'],
    later = [] as [string, 'completed' | 'failed'][],
    isConnected = false,
    settings = {},
  } = {}) {
    const project = await make.project(accountId, settings);
    for (const identifier of changelists)
      await make.change(project, {
        identifier,
        displayIdentifier: `CL ${identifier}`,
        sourceType: 'Changelist',
        repository: `//depot/${project.id}`,
        branch: 'main',
        authorUserId: userId,
        author: 'ada@studio.test',
      });
    const config = { server_url: 'http://jenkins.studio.test', username: 'slipway' };
    const { id: integrationId } = await make.integration(project, 'jenkins');
    await prisma.integration.update({ where: { id: integrationId }, data: { config } });
    if (isConnected) await saveCredentials(integrationId);
    const at = new Date(FIRST_SEEN);
    const { id } = await prisma.problem.create({
      data: {
        accountId,
        projectId: project.id,
        fingerprint: 'f'.repeat(64),
        category: 'compile',
        title: 'error C2065',
        file: 'Source/Fog.cpp',
        firstSeenAt: at,
        lastSeenAt: at,
        firstBuildRunId: 1,
        lastBuildRunId: 1,
      },
    });
    const builds: string[] = [];
    for (const [changelist, status] of [['100', 'completed'], ['120', 'failed'], ...later] as const) {
      hours += 1;
      const finishedAt = new Date(FIRST_SEEN + hours * HOUR_MS);
      const times = { startedAt: finishedAt, finishedAt, statusAt: finishedAt };
      const fields = { integrationId, buildNumber: String(hours), changelist, status, branch: 'main' };
      const build = await make.buildRun(project, { ...fields, ...times });
      builds.push(String(build.id));
      const seen = { problemId: id, buildRunId: build.id, seenAt: finishedAt };
      if (status === 'failed') await prisma.problemBuild.create({ data: seen });
    }
    return { project, builds, problemId: id, path: `/v1/projects/${project.id}/problems/${id}/culprit_search` };
  }

  async function saveCredentials(integrationId: number) {
    const { ciphertext, fingerprint } = sealSecret(appSecrets, integrationId, 'canary-api-token');
    await prisma.integrationSecret.create({ data: { integrationId, purpose: 'api', ciphertext, fingerprint } });
  }
  return failingJob;
}
