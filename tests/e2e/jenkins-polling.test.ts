import { describe, expect, it } from '@jest/globals';
import { createClient } from '@slipway/client';
import { getBuildLog, getBuildRun, listBuildRuns, listChanges, listWorkspaceEvents } from '@slipway/contracts';
import { appSecretsOf, sealSecret } from '@slipway/domain';
import { eventually, testJenkins } from '@slipway/testing';
import { conformingFetch } from '../contract/openapi-conformance.js';
import { postWebhook, startService } from './service.js';

const service = await startService({ JENKINS_ALLOWED_NETWORKS: '127.0.0.0/8', GENERAL_RATE_LIMIT: '100000' });
const access = { username: 'slipway', apiToken: 'canary-api-token' };
const jenkins = await testJenkins(access);
const { accountId, userId } = await service.make.studio();
const project = await service.make.project(accountId, { engine: 'unreal' });
const { id, token: webhookToken } = await service.make.integration(project, 'jenkins');
const { token } = await service.make.apiToken(userId);
const client = createClient({ baseUrl: service.apiUrl, token, fetch: conformingFetch });
const params = { project_id: project.id };
const { prisma } = service.database;
const jobName = 'harbor/win64';

await prisma.integration.update({
  where: { id },
  data: { config: { server_url: jenkins.url, username: access.username, job_name: jobName } },
});
const { ciphertext, fingerprint } = sealSecret(appSecretsOf(service.process.settings), id, access.apiToken);
await prisma.integrationSecret.create({ data: { integrationId: id, purpose: 'api', ciphertext, fingerprint } });

function send(path: string, body: object) {
  return postWebhook(`${service.ingestUrl}/webhooks/jenkins${path}`, {
    headers: { 'content-type': 'application/json', 'x-webhook-token': webhookToken },
    body: JSON.stringify(body),
  });
}

async function runOf(buildNumber: string) {
  const { build_runs } = await client.call(listBuildRuns, { params });
  return build_runs.find((run) => run.build_number === buildNumber);
}

/** The worker polls on its own timer. */
const LIMIT_MS = 60_000;

describe('a build whose webhooks stop after it starts', () => {
  it(
    'is polled until it ends',
    async () => {
      const commit = {
        commitId: 'a'.repeat(40),
        msg: 'Fix the crane',
        author: { fullName: 'Dana' },
        paths: [{ file: 'Source/Crane.cpp', editType: 'edit' }],
      };
      const build = jenkins.build(jobName, 512, {
        log: 'Started\n',
        info: { timestamp: Date.now() - 60_000, changeSets: [{ kind: 'git', items: [commit] }] },
      });
      await send('', { job_name: jobName, build_number: 512, status: 'STARTED' });
      const running = await eventually(
        'the log of the running build is stored',
        async () => {
          const run = await runOf('512');
          if (run === undefined) return undefined;
          const detail = await client.call(getBuildRun, { params: { ...params, build_run_id: run.id } });
          return detail.has_log ? detail : undefined;
        },
        LIMIT_MS,
      );
      expect(running.status).toBe('building');
      build.log += 'error C2065\n';
      Object.assign(build, { running: false, artifacts: { 'Saved/Harbor.zip': 734_003_200 } });
      Object.assign(build.info, { result: 'FAILURE', duration: 61_500 });
      const ended = await eventually(
        'its end is reported',
        async () => {
          const detail = await client.call(getBuildRun, { params: { ...params, build_run_id: running.id } });
          return detail.status === 'failed' ? detail : undefined;
        },
        LIMIT_MS,
      );
      expect(ended).toMatchObject({ duration_seconds: 62, ci_job_name: jobName });
      expect(ended.artifacts).toEqual([
        {
          name: 'Saved/Harbor.zip',
          size_bytes: 734_003_200,
          url: `${jenkins.url}job/harbor/job/win64/512/artifact/Saved/Harbor.zip`,
        },
      ]);
      const log = await client.call(getBuildLog, { params: { ...params, build_run_id: running.id } });
      expect(log.lines).toEqual(['Started', 'error C2065']);
      const { changes } = await client.call(listChanges, { params });
      expect(changes).toEqual([
        expect.objectContaining({ identifier: commit.commitId, author: 'Dana', file_count: 1 }),
      ]);
      const { events } = await client.call(listWorkspaceEvents, {
        query: { account_id: String(accountId), event_type: 'build_run.failed' },
      });
      expect(events).toEqual([expect.objectContaining({ message: expect.stringContaining('512') })]);
    },
    2 * LIMIT_MS,
  );
});

describe('a commit trigger', () => {
  it(
    'starts the job named in the integration, and its build is polled until it ends',
    async () => {
      await send('/commit_trigger', { commit: 'b'.repeat(40), branch: 'main' });
      await eventually(
        'the job is started',
        () => Promise.resolve(jenkins.requests.some(({ method }) => method === 'POST') || undefined),
        LIMIT_MS,
      );
      jenkins.startQueued();
      jenkins.build(jobName, 513, { running: false, log: 'done\n' });
      const run = await eventually(
        'the end of the build is reported',
        async () => {
          const found = await runOf('513');
          return found?.status === 'completed' ? found : undefined;
        },
        LIMIT_MS,
      );
      expect(run).toMatchObject({ commit_hash: 'b'.repeat(40), branch: 'main', ci_job_name: jobName });
      expect(await runOf(`commit-${'b'.repeat(40)}`)).toBeUndefined();
      expect(jenkins.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    },
    2 * LIMIT_MS,
  );
});

it('the log contains no API token', () => {
  expect(service.process.logLines.join('')).not.toContain(access.apiToken);
});
