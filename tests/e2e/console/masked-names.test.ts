import { describe, expect, it } from '@jest/globals';
import * as contracts from '@slipway/contracts';
import { releaseNotifications } from '@slipway/db';
import { appSecretsOf, createProjectRedactors } from '@slipway/domain';
import { endpoints } from '@slipway/rest';
import { buildReport, changeReport, deploymentReport, newAppliedProject } from '@slipway/testing';
import { serveConsole } from './served-console.js';

const VALUE = 'correct horse battery';
const MASK = '[redacted: Vault phrase]';
const HOUR_MS = 60 * 60_000;

const { process, database, make, accountId, owner } = await serveConsole();
const { prisma } = database;
await prisma.account.update({ where: { id: accountId }, data: { plan: 'team' } });
const { id: projectId, integrationId, report } = await newAppliedProject(database, accountId);
const at = Date.now() - HOUR_MS;
const actor = { label: `bot ${VALUE}`, uid: 'bot' };
const named = { jobName: `Deploy ${VALUE}`, branch: `release/${VALUE}`, commitHash: 'c1', actor };
await prisma.notificationRule.create({ data: { event: 'main_job.broke', projectId, userId: owner.id } });
await report(
  changeReport({
    timestamp: at,
    author: actor,
    branch: named.branch,
    description: 'Ship it',
    files: [{ path: 'Content/Boat.uasset', action: 'add' }],
  }),
);
await report(buildReport({ ...named, buildNumber: '6', reportedAt: at, finishedAt: at }));
await report(
  buildReport({
    ...named,
    status: 'failed',
    reportedAt: at + 1_000,
    startedAt: at,
    finishedAt: at + 1_000,
    steps: [{ name: `sign with ${VALUE}`, status: 'failed', at }],
    log: { content: 'error: no', truncated: false },
  }),
);
await report(deploymentReport({ branch: named.branch, actor, at }));
await owner.browser.call('POST', `/projects/${projectId}/masked_values`, { name: 'Vault phrase', value: VALUE });

const build = await prisma.buildRun.findFirstOrThrow({ where: { projectId, status: 'failed' } });
const passed = await prisma.buildRun.findFirstOrThrow({ where: { projectId, status: 'completed' } });
const change = await prisma.change.findFirstOrThrow({ where: { projectId } });
const deployment = await prisma.deployment.findFirstOrThrow({ where: { projectId } });
const asset = await prisma.asset.findFirstOrThrow({ where: { projectId } });
const delivery = await prisma.delivery.findFirstOrThrow({ where: { projectId }, orderBy: { receivedAt: 'desc' } });
const task = await make.task({ id: projectId, accountId });

/** The values of path parameters; `id` is that of the resource before it. */
const IDS: Readonly<Record<string, unknown>> = {
  account_id: accountId,
  project_id: projectId,
  integration_id: integrationId,
  build_run_id: build.id,
  other_build_run_id: passed.id,
  change_id: change.id,
  deployment_id: deployment.id,
  asset_id: asset.id,
  delivery_id: delivery.id,
  task_id: task.id,
  'changes/:id': change.id,
  'deployments/:id': deployment.id,
  'deliveries/:id': delivery.id,
  'tasks/:id': task.id,
};
const QUERIES: Readonly<Record<string, string>> = {
  '/accounts/:account_id/search': '?q=deploy%20%237',
  '/v1/workspace/events': `?account_id=${accountId}`,
};

/** Every address that can be read and whose ids are known. */
function readable(all: readonly { readonly method: string; readonly path: string }[]): string[][] {
  return all
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => [
      path,
      path.replaceAll(/(\w+\/):id\b|:([a-z_]+)/g, (all, before, name) =>
        name === undefined ? `${before}${IDS[all] ?? ':unknown'}` : String(IDS[name] ?? ':unknown'),
      ) + (QUERIES[path] ?? ''),
    ])
    .filter(([, address]) => !address?.includes(':unknown'));
}

const consoleContracts = Object.values(contracts as Record<string, unknown>).filter(
  (value): value is { method: string; path: string } =>
    typeof value === 'object' && value !== null && 'path' in value && 'method' in value,
);

describe('a masked value in the names of jobs, branches, steps and authors', () => {
  it.each(readable([...consoleContracts, ...endpoints.map(({ contract }) => contract)]))(
    'is masked by GET %s',
    async (_path, address) => {
      const { text } = await owner.browser.call('GET', address);
      expect(text).not.toContain(VALUE);
      expect(text).not.toContain(encodeURIComponent(VALUE));
    },
  );

  it.each([
    ['a build', `/v1/projects/${projectId}/build_runs/${build.id}`, ['ci_job_name', 'branch', 'name']],
    ['a change', `/v1/projects/${projectId}/changes/${change.id}`, ['author', 'ci_job_name']],
    ['a deployment', `/v1/projects/${projectId}/deployments/${deployment.id}`, ['branch']],
    ['the feed', `/v1/workspace/events?account_id=${accountId}`, ['actor', 'message', 'target_ref']],
    ['jobs', `/projects/${projectId}/jobs`, ['name', 'branches']],
    ['the builds of a change', `/projects/${projectId}/changes/${change.id}`, ['branch', 'job_name']],
    ['search', `/accounts/${accountId}/search?q=deploy%20%237`, ['title']],
  ])('is named by its mask in %s', async (_what, address, fields) => {
    const { text } = await owner.browser.call('GET', address);
    for (const field of fields)
      expect(text).toMatch(new RegExp(`"${field}":\\[?"[^"]*\\[redacted: Vault phrase\\]`));
  });

  it('is masked in the badge and the Atom feed', async () => {
    await owner.browser.call('POST', `/projects/${projectId}/feed_link`);
    const { body } = await owner.browser.call('GET', `/projects/${projectId}/settings`);
    for (const url of [body.badge_url, body.feed_url]) {
      const { text, body: bytes } = await owner.browser.open(new URL(url).pathname);
      const shown = text ?? bytes.toString();
      expect(shown).toContain('[redacted: Vault');
      expect(shown).not.toContain(VALUE);
    }
  });

  it('is masked in notifications', async () => {
    const redactors = createProjectRedactors(appSecretsOf(process.settings));
    await prisma.notification.updateMany({ data: { releaseAt: new Date(0) } });
    await releaseNotifications(database, { limit: 100, baseUrl: 'https://slipway.test', redactors });
    const { text } = await owner.browser.call('GET', '/inbox');
    expect(text).toContain(`Deploy ${MASK} is broken`);
    expect(text).not.toContain(VALUE);
  });

  it.each(['/v1/projects', '/projects'])(
    'finds the builds of a job by its mask in %s/:project_id/builds',
    async (path) => {
      const job = encodeURIComponent(`Deploy ${MASK}`);
      const { body } = await owner.browser.call('GET', `${path}/${projectId}/builds?job=${job}`);
      expect(body.builds.map((shown: { build_number: string }) => shown.build_number)).toContain('7');
    },
  );

  it('is kept in the name of the main job, which is chosen by its mask', async () => {
    const { body } = await owner.browser.call('PATCH', `/projects/${projectId}/settings`, {
      main_job_name: `Deploy ${MASK}`,
    });
    expect(body.main_job_name).toBe(`Deploy ${MASK}`);
    expect(await prisma.project.findUnique({ where: { id: projectId } })).toMatchObject({
      mainJobName: named.jobName,
    });
  });

  it('leaves the build found again by its own name', async () => {
    await report(buildReport({ ...named, buildNumber: '8', status: 'building', reportedAt: at + 2_000 }));
    await report(buildReport({ ...named, buildNumber: '8', reportedAt: at + 3_000 }));
    const found = await prisma.buildRun.findMany({ where: { projectId, buildNumber: '8' } });
    expect(found).toMatchObject([{ status: 'completed', jobKey: named.jobName }]);
  });
});
