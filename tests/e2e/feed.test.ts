import { expect, it } from '@jest/globals';
import { createClient } from '@slipway/client';
import { listWorkspaceEvents } from '@slipway/contracts';
import { eventually } from '@slipway/testing';
import { conformingFetch } from '../contract/openapi-conformance.js';
import { startService } from './service.js';

const service = await startService();
const { accountId, userId } = await service.make.studio();
const project = await service.make.project(accountId);
const { token: webhookToken } = await service.make.integration(project, 'jenkins');
const { token } = await service.make.apiToken(userId);
const client = createClient({ baseUrl: service.apiUrl, token, fetch: conformingFetch });

it('builds reported by webhook are in the feed and the rollup, those that wait for approval too', async () => {
  const words = ['SUCCESS', 'FAILURE', 'blocked', 'STARTED', 'ABORTED'];
  for (const [index, status] of words.entries()) {
    const answer = await fetch(`${service.ingestUrl}/webhooks/ci`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-webhook-token': webhookToken },
      body: JSON.stringify({ job_name: 'Harbor-Win64', build_number: 201 + index, status }),
    });
    expect(answer.status).toBe(200);
  }
  const feed = await eventually('the finished builds are in the feed', async () => {
    const page = await client.call(listWorkspaceEvents, { query: {} });
    return page.events.length === 3 ? page : undefined;
  });
  expect(feed.events.map(({ event_type, message, actor }) => [event_type, message, actor]).toSorted()).toEqual([
    ['build_run.completed', 'Harbor-Win64 #201 passed', 'jenkins'],
    ['build_run.completed', 'Harbor-Win64 #203 passed and waits for approval', 'jenkins'],
    ['build_run.failed', 'Harbor-Win64 #202 failed', 'jenkins'],
  ]);
  expect(feed.rollup).toMatchObject({ builds_passed_24h: 2, builds_failed_24h: 1 });
});
