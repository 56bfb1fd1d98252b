import { describe, expect, it } from '@jest/globals';
import type { LoggedDelivery } from '@slipway/contracts';
import { startApi } from './api.js';
import { itPages } from './pages.js';
import { expectRefusals, itRefusesStrangers } from './refusals.js';

const api = await startApi();
const { make } = api;

async function freshProject() {
  const project = await make.project(api.accountId);
  return { project, path: `/v1/projects/${project.id}/deliveries` };
}

const at = (minutes: number, millis = 0) => new Date(Date.UTC(2026, 10, 1, 10, minutes, 0, millis));
const idsOf = (body: { deliveries: LoggedDelivery[] }) => body.deliveries.map(({ id }) => id);

describe('GET /v1/projects/:project_id/deliveries', () => {
  itRefusesStrangers(api, { scope: 'read:deliveries', path: 'deliveries' });

  it('200: what became of each delivery, newest first, with the time each stage took', async () => {
    const { project, path } = await freshProject();
    const first = await make.delivery(project, {
      integrationId: 7,
      event: 'build',
      outcome: 'dead',
      reason: 'no such value, asked lead@studio.test with token ghp_abcdefghijklmnopqrstuvwxyz0123456789',
      attempts: 3,
      body: { job_name: 'Harbor' },
      touched: [{ kind: 'build_run', id: '12' }],
      receivedAt: at(1),
      queuedAt: at(1, 4),
      startedAt: at(1, 20),
      finishedAt: at(1, 29),
    });
    const second = await make.delivery(project, { receivedAt: at(2), finishedAt: at(2, 6), replayOf: first.id });
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual([second.id, first.id]);
    expect(body.deliveries[0]).toMatchObject({
      replay_of: first.id,
      reason: null,
      queued_at: null,
      timings: { queue_ms: null, wait_ms: null, apply_ms: null, total_ms: 6 },
    });
    expect(body.deliveries[1]).toEqual({
      id: first.id,
      integration_id: 7,
      provider: 'jenkins',
      event: 'build',
      path: '/webhooks/ci',
      outcome: 'dead',
      reason: 'no such value, asked lead with token [redacted]',
      attempts: 3,
      replay_of: null,
      body_bytes: 21,
      touched_count: 1,
      received_at: '2026-11-01T10:01:00.000Z',
      queued_at: '2026-11-01T10:01:00.004Z',
      started_at: '2026-11-01T10:01:00.020Z',
      finished_at: '2026-11-01T10:01:00.029Z',
      timings: { queue_ms: 4, wait_ms: 16, apply_ms: 9, total_ms: 29 },
    });
    expect(body.pagination).toEqual({ limit: 20, has_more: false, next_cursor: null });
  });

  it('200: every filter', async () => {
    const { project, path } = await freshProject();
    const jenkins = await make.integration(project, 'jenkins');
    const github = await make.integration(project, 'github');
    const built = await make.delivery(project, { integrationId: jenkins.id, receivedAt: at(1) });
    const failed = await make.delivery(project, { integrationId: jenkins.id, outcome: 'dead', receivedAt: at(2) });
    const pushed = await make.delivery(project, {
      integrationId: github.id,
      provider: 'github',
      event: 'push',
      receivedAt: at(3),
    });
    const pinged = await make.delivery(project, {
      integrationId: github.id,
      provider: 'github',
      event: 'ping',
      outcome: 'ignored',
      receivedAt: at(4),
    });
    const cases: [string, { id: string }[]][] = [
      ['provider=jenkins', [failed, built]],
      ['provider=Jenkins', []],
      ['provider=', []],
      ['event=push', [pushed]],
      ['event=pus%25', []],
      ['event=%00', []],
      [`integration_id=${github.id}`, [pinged, pushed]],
      ['integration_id=2147483647', []],
      ['outcome=applied', [pushed, built]],
      ['outcome=dead,ignored', [pinged, failed]],
      ['outcome=applied,ignored,duplicate,rejected,dead', [pinged, pushed, failed, built]],
      ['since=2026-11-01T10:03:00Z', [pinged, pushed]],
      ['since=2026-11-01', [pinged, pushed, failed, built]],
      ['until=2026-11-01T10:03:00Z', [failed, built]],
      ['since=2026-11-01T10:02:00Z&until=2026-11-01T10:04:00Z', [pushed, failed]],
      [`provider=github&integration_id=${jenkins.id}`, []],
      ['provider=github&event=push&outcome=applied,dead&since=2026-11-01', [pushed]],
    ];
    for (const [query, expected] of cases) {
      const { status, body } = await api.get(`${path}?${query}`);
      expect([query, status, body.deliveries && idsOf(body)]).toEqual([query, 200, expected.map(({ id }) => id)]);
    }
  });

  it('422: what no filter takes', async () => {
    const { path } = await freshProject();
    await expectRefusals(api, path, [
      [
        'outcome=lost',
        'invalid_outcome',
        { valid_outcomes: ['applied', 'ignored', 'duplicate', 'rejected', 'dead'] },
      ],
      ['outcome=applied,', 'invalid_outcome'],
      ['since=soon', 'invalid_parameter'],
      ['until=', 'invalid_parameter'],
      ['limit=0', 'invalid_parameter'],
      ...['abc', '0', '-1', '1.5', '01', '2147483648', ''].map(
        (id) => [`integration_id=${id}`, 'invalid_parameter'] as const,
      ),
      ['integration_id[]=1', 'invalid_parameter_type'],
      ['provider[]=github', 'invalid_parameter_type'],
      ['event=a&event=b', 'invalid_parameter_type'],
      ['updated_since=2026-11-01', 'unknown_parameter'],
    ]);
  });
});

const { project, path } = await freshProject();

describe('the pages of deliveries', () => {
  itPages(api, {
    path,
    key: 'deliveries',
    filter: 'outcome=applied',
    make: (receivedAt) => make.delivery(project, { receivedAt, finishedAt: receivedAt }),
    otherPath: `/v1/projects/${project.id}/changes`,
    makeOther: () => make.change(project),
  });
});
