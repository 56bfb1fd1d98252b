import { describe, expect, it } from '@jest/globals';
import type { ConsoleBuildDetail, ConsoleIntegrationDetail } from '@slipway/contracts';
import { LOCAL_JENKINS, rerunnableBuilds } from '../../rerunnable-build.js';
import { serveIntegrations } from './served-integrations.js';

const served = await serveIntegrations(LOCAL_JENKINS);
const { database, member, owner, project, list, add, audited } = served;
const { build, started } = await rerunnableBuilds(served);

async function rerunOf(id: string): Promise<ConsoleBuildDetail['rerun']> {
  const { body } = await member.browser.call('GET', `/projects/${project.id}/builds/${id}`);
  return (body as ConsoleBuildDetail).rerun;
}

describe('a build in the console', () => {
  it('can be run again by a member, which the audit log records', async () => {
    const { id, number } = await build(project);
    expect(await rerunOf(id)).toEqual({ tool: 'Jenkins', problem: null, needs_credentials: false });
    const path = `/v1/projects/${project.id}/build_runs/${id}/rerun`;
    expect(await member.browser.call('POST', path)).toMatchObject({ status: 202, body: { requested: true } });
    expect(started()).toBe(1);
    expect(await audited('build.rerun')).toMatchObject([
      {
        userId: member.id,
        target: `Harbor-Rerun #${number}`,
        detail: { build_run_id: Number(id), tool: 'Jenkins' },
      },
    ]);
  });

  it('shows why it cannot be run again, in the words of the API', async () => {
    const { id } = await build(project, { isConnected: false });
    const refused = await member.browser.call('POST', `/v1/projects/${project.id}/build_runs/${id}/rerun`);
    expect(refused).toMatchObject({ status: 422, body: { error: 'rerun_unavailable' } });
    const { message: problem } = refused.body as { message: string };
    expect(await rerunOf(id)).toEqual({ tool: null, problem, needs_credentials: true });
  });

  it('of Buildkite can be run again once an owner has entered an API token, which is never shown', async () => {
    const { integration } = await add('buildkite');
    const { id } = await served.make.buildRun(project, {
      integrationId: integration.id,
      jobName: 'harbor',
      buildNumber: '12',
      status: 'failed',
      buildUrl: 'https://buildkite.com/tidewrack/harbor/builds/12',
    });
    expect(await rerunOf(String(id))).toMatchObject({ tool: null, needs_credentials: true });
    const path = `${list}/${integration.id}/buildkite_token`;
    expect((await member.browser.call('POST', path, { api_token: 'bkua_canary' })).status).toBe(403);
    const { body } = await owner.browser.call('POST', path, { api_token: 'bkua_canary' });
    expect((body as ConsoleIntegrationDetail).has_api_token).toBe(true);
    expect(JSON.stringify(body)).not.toContain('canary');
    const stored = await database.prisma.integrationSecret.findFirstOrThrow({
      where: { integrationId: integration.id, purpose: 'api' },
    });
    expect(Buffer.from(stored.ciphertext).toString('latin1')).not.toContain('canary');
    expect(await rerunOf(String(id))).toEqual({ tool: 'Buildkite', problem: null, needs_credentials: false });
    const [entry] = await audited('integration.set_buildkite_token');
    expect(entry).toMatchObject({ userId: owner.id, detail: { removed: false } });
    await owner.browser.call('POST', path, { api_token: '' });
    expect(await rerunOf(String(id))).toMatchObject({ needs_credentials: true });
  });
});
