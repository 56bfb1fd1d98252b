import { beforeEach, describe, expect, it } from '@jest/globals';
import { LOGIN_SCOPES } from '@slipway/contracts';
import { runWorker } from '@slipway/worker';
import { LOCAL_JENKINS, rerunnableBuilds } from '../rerunnable-build.js';
import { startApi } from './api.js';

const api = await startApi(LOCAL_JENKINS);
const { database, make, project, process, userId } = api;
await runWorker(process);
const { jenkins, build, started } = await rerunnableBuilds(api);
const pathOf = (id: string, projectId = project.id) => `/v1/projects/${projectId}/build_runs/${id}/rerun`;
const rerun = (id: string, token?: string | null) => api.post(pathOf(id), undefined, token);
const audited = (id: string) =>
  database.prisma.auditEntry.findMany({
    where: { action: 'build.rerun', detail: { path: ['build_run_id'], equals: Number(id) } },
  });

beforeEach(() => jenkins.intercept(null));

describe('POST …/build_runs/:build_run_id/rerun', () => {
  it('202: asks the tool, and records who asked for which build', async () => {
    const { id, number } = await build(project);
    const before = started();
    const { status, body } = await rerun(id);
    expect([status, body]).toEqual([
      202,
      {
        requested: true,
        tool: 'Jenkins',
        requested_at: expect.any(String),
        message: 'Jenkins was asked to run the build again. It appears when Jenkins reports it.',
      },
    ]);
    expect(started() - before).toBe(1);
    expect(await audited(id)).toMatchObject([
      {
        userId,
        accountId: project.accountId,
        projectId: project.id,
        target: `Harbor-Rerun #${number}`,
        detail: { tool: 'Jenkins', token_id: expect.any(Number) },
      },
    ]);
  });

  it('200: starts nothing more if the build was asked for just now', async () => {
    const { id } = await build(project);
    const before = started();
    const answers = await Promise.all([rerun(id), rerun(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 202]);
    const repeated = answers.find(({ status }) => status === 200)?.body;
    expect(repeated).toMatchObject({ requested: false, message: expect.stringContaining('already asked') });
    expect(started() - before).toBe(1);
    expect(await audited(id)).toHaveLength(1);
  });

  it('422: says why the build cannot be run again', async () => {
    const unconnected = await build(project, { isConnected: false });
    expect((await rerun(unconnected.id)).body).toEqual({
      error: 'rerun_unavailable',
      message: 'The integration has no credentials for Jenkins. An owner can add them in its settings.',
    });
    // Without credentials, polling cannot finish it.
    const running = await build(project, { isConnected: false });
    await database.prisma.buildRun.update({ where: { id: BigInt(running.id) }, data: { status: 'building' } });
    expect(await rerun(running.id)).toMatchObject({
      status: 422,
      body: { message: 'The build has not finished yet.' },
    });
    expect(await audited(running.id)).toEqual([]);
  });

  it('502: explains what the tool refuses, without its words and the credentials; it can be tried again', async () => {
    const { id } = await build(project);
    jenkins.intercept((_, response) => response.writeHead(403).end('<html>tool text') !== undefined);
    const { status, body, text } = await rerun(id);
    expect([status, body]).toEqual([
      502,
      { error: 'rerun_failed', message: 'The user lacks permission in Jenkins (403).' },
    ]);
    expect(text).not.toMatch(/tool text|canary/);
    jenkins.intercept(null);
    expect((await rerun(id)).status).toBe(202);
  });

  it('403: only with the scope run:builds, which a login never has', async () => {
    const { id } = await build(project);
    const refused = { status: 403, body: { error: 'insufficient_scope', required_scope: 'run:builds' } };
    expect(await rerun(id, await api.tokenWithout('run:builds'))).toMatchObject(refused);
    expect(LOGIN_SCOPES).not.toContain('run:builds');
  });

  it('401 without a token, 404 for a build of another project', async () => {
    const { id } = await build(project);
    expect((await rerun(id, null)).status).toBe(401);
    const other = await make.project(project.accountId);
    expect((await api.post(pathOf(id, other.id), undefined)).status).toBe(404);
    expect((await rerun('x')).status).toBe(404);
  });
});
