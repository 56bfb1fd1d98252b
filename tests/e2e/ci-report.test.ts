import { describe, expect, it } from '@jest/globals';
import { createClient } from '@slipway/client';
import { getBuildRun, listBuildRuns, listWorkspaceEvents } from '@slipway/contracts';
import { eventually } from '@slipway/testing';
import { conformingFetch } from '../contract/openapi-conformance.js';
import { postWebhook, startService } from './service.js';

const service = await startService();
const { accountId, userId } = await service.make.studio();
const project = await service.make.project(accountId, { engine: 'unreal' });
const { token: webhookToken } = await service.make.integration(project, 'jenkins');
const { token } = await service.make.apiToken(userId);
const client = createClient({ baseUrl: service.apiUrl, token, fetch: conformingFetch });
const projectId = project.id;

function send(body: unknown, path = '/webhooks/ci', sender = webhookToken) {
  return postWebhook(service.ingestUrl + path, {
    headers: { 'content-type': 'application/json', 'x-webhook-token': sender },
    body: JSON.stringify(body),
  });
}

async function runOf(buildNumber: string) {
  const { build_runs } = await client.call(listBuildRuns, { params: { project_id: projectId } });
  return build_runs.find((run) => run.build_number === buildNumber);
}

interface Accepted {
  status: string;
  delivery_id: string;
}

const report = { job_name: 'Harbor-Win64', build_url: 'https://ci.example.com/job/Harbor-Win64/' };

describe('a CI report', () => {
  it('sent to /webhooks/ci can be read through the API', async () => {
    const response = await send({ ...report, build_number: 101, status: 'SUCCESS', changelist: '48213' });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: 'accepted',
      delivery_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const run = await eventually('the build run is listed', () => runOf('101'));
    expect(run).toMatchObject({
      project_id: String(projectId),
      status: 'completed',
      build_type: 'unreal',
      target_type: 'development',
      ci_job_name: 'Harbor-Win64',
      changelist: '48213',
    });
    const detail = await client.call(getBuildRun, { params: { project_id: projectId, build_run_id: run.id } });
    expect(detail).toEqual({ ...run, artifacts: [], steps: [], has_log: false, investigation: null });
  });

  it('has the same effect through the alias /webhooks/jenkins, with log and artifacts', async () => {
    const artifacts = [
      { name: 'Harbor.zip', size_bytes: 9_007_199_254, url: 'https://ci.example.com/Harbor.zip' },
    ];
    await send(
      { ...report, build_number: '102', status: 'Failure', log: 'error C2065', artifacts },
      '/webhooks/jenkins',
    );
    const run = await eventually('the build run is listed', () => runOf('102'));
    const detail = await client.call(getBuildRun, { params: { project_id: projectId, build_run_id: run.id } });
    expect(detail).toMatchObject({ status: 'failed', has_log: true, artifacts });
  });

  it('does not change a final status when an earlier report arrives late', async () => {
    await send({ ...report, build_number: 103, status: 'SUCCESS', finished_at: '2026-11-01T10:05:00Z' });
    await eventually('the build run is listed', () => runOf('103'));
    await send({
      ...report,
      build_number: 103,
      status: 'STARTED',
      started_at: '2026-11-01T10:00:00Z',
      branch: 'main',
    });
    const run = await eventually('the late report is merged', async () => {
      const found = await runOf('103');
      return found?.branch === 'main' ? found : undefined;
    });
    expect(run).toMatchObject({
      status: 'completed',
      started_at: '2026-11-01T10:00:00.000Z',
      finished_at: '2026-11-01T10:05:00.000Z',
      duration_seconds: 300,
    });
  });

  it('takes effect once, however often it is delivered', async () => {
    const body = { ...report, build_number: 104, status: 'SUCCESS' };
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(body)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const bodies = await Promise.all(responses.map(async (response) => (await response.json()) as Accepted));
    expect(bodies.map(({ status }) => status).toSorted()).toEqual(['accepted', ...Array(19).fill('duplicate')]);
    expect(new Set(bodies.map(({ delivery_id }) => delivery_id)).size).toBe(1);
    await eventually('the build run is listed', () => runOf('104'));
    const { build_runs } = await client.call(listBuildRuns, { params: { project_id: projectId } });
    expect(build_runs.filter((run) => run.build_number === '104')).toHaveLength(1);
  });

  it('appears in the feed and its rollup, even when the build waits for approval', async () => {
    const studio = await service.make.studio();
    const integration = await service.make.integration(await service.make.project(studio.accountId), 'jenkins');
    const reader = await service.make.apiToken(studio.userId);
    const feedClient = createClient({ baseUrl: service.apiUrl, token: reader.token, fetch: conformingFetch });
    for (const [index, status] of ['SUCCESS', 'FAILURE', 'blocked', 'STARTED', 'ABORTED'].entries())
      await send({ ...report, build_number: 201 + index, status }, '/webhooks/ci', integration.token);
    const read = () => feedClient.call(listWorkspaceEvents, { query: {} });
    await eventually('the finished builds are in the feed', async () =>
      (await read()).events.length === 3 ? true : undefined,
    );
    const feed = await read();
    expect(feed.events.map(({ event_type, message, actor }) => [event_type, message, actor]).toSorted()).toEqual([
      ['build_run.completed', 'Harbor-Win64 #201 passed', 'jenkins'],
      ['build_run.completed', 'Harbor-Win64 #203 passed and is waiting for approval', 'jenkins'],
      ['build_run.failed', 'Harbor-Win64 #202 failed', 'jenkins'],
    ]);
    expect(feed.rollup).toMatchObject({ builds_passed_24h: 2, builds_failed_24h: 1 });
  });

  it('leaves no token in the log', () => {
    expect(service.process.logLines.length).toBeGreaterThan(0);
    expect(service.process.logLines.join('')).not.toContain(webhookToken);
  });
});
