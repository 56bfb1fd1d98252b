import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createClient } from '@slipway/client';
import { getDelivery, type LoggedDeliveryDetail, listChanges } from '@slipway/contracts';
import { eventually } from '@slipway/testing';
import { conformingFetch } from '../contract/openapi-conformance.js';
import { postWebhook, startService } from './service.js';

const service = await startService();
const { make } = service;
const { accountId, userId } = await make.studio();
const project = await make.project(accountId);
const { token: webhookToken } = await make.integration(project, 'github');
const { token } = await make.apiToken(userId);
const client = createClient({ baseUrl: service.apiUrl, token, fetch: conformingFetch });

let count = 0;

/** Sends a GitHub event and waits for its outcome. */
async function deliver(event: string, body: unknown, deliveryId?: string): Promise<LoggedDeliveryDetail> {
  count += 1;
  const response = await postWebhook(`${service.ingestUrl}/webhooks/github`, {
    headers: {
      'content-type': 'application/json',
      'x-service-token': webhookToken,
      'x-github-event': event,
      'x-github-delivery': deliveryId ?? `d-${count}`,
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  const { delivery_id: id } = (await response.json()) as { delivery_id: string };
  return eventually(`delivery ${id} has an outcome`, () =>
    client.call(getDelivery, { params: { project_id: project.id, id } }).catch(() => undefined),
  );
}

const sha = (digit: string) => digit.repeat(40);
const repository = { id: 7, full_name: 'studio/harbor', html_url: 'https://github.example.com/studio/harbor' };

function push(before: string, after: string, forced: boolean) {
  const commit = {
    id: after,
    message: `Commit ${after.slice(0, 8)}`,
    timestamp: '2026-11-02T11:00:00Z',
    url: `https://github.example.com/studio/harbor/commit/${after}`,
    author: { name: 'Mira', email: 'mira@example.com', username: 'mira' },
    added: [],
    modified: [],
    removed: [],
  };
  return { ref: 'refs/heads/main', before, after, forced, repository, commits: [commit] };
}

describe('the ledger', () => {
  it('lists every change that a forced push created or orphaned', async () => {
    const first = await deliver('push', push(sha('a'), sha('b'), false));
    expect(first).toMatchObject({ outcome: 'applied', event: 'push', path: '/webhooks/github' });
    const forced = await deliver('push', push(sha('b'), sha('c'), true));
    const query = { orphaned: true };
    const { changes } = await client.call(listChanges, { params: { project_id: project.id }, query });
    expect(changes.find(({ identifier }) => identifier === sha('b'))?.orphaned_at).not.toBeNull();
    expect(forced.touched.map(({ id }) => id).toSorted()).toEqual(changes.map(({ id }) => String(id)).toSorted());
  });

  it('says why a delivery was ignored', async () => {
    expect(await deliver('ping', { zen: 'Keep it simple.', hook_id: 1 })).toMatchObject({
      outcome: 'ignored',
      reason: 'The event ping is not used.',
      touched: [],
    });
    const zeros = '0'.repeat(40);
    const deletedBranch = {
      ref: 'refs/heads/gh-readonly-queue/main/pr-7',
      before: sha('b'),
      after: zeros,
      deleted: true,
      repository,
      commits: [],
    };
    expect(await deliver('push', deletedBranch)).toMatchObject({
      outcome: 'ignored',
      reason: 'The push contains no commits and moves no branch or tag.',
    });
  });

  it('records a delivery whose event and id are too long for an index', async () => {
    const long = randomBytes(2_500).toString('hex');
    const ping = await deliver(long, { zen: 'Keep it simple.' }, long);
    expect(ping).toMatchObject({ outcome: 'ignored', event: long.slice(0, 255) });
    expect(ping.reason?.length).toBeLessThan(600);
  });
});
