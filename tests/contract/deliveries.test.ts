import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { LoggedDelivery } from '@slipway/contracts';
import { startApi } from './api.js';
import { readSamples } from './ingest.js';
import { itPages } from './pages.js';
import { expectRefusals } from './refusals.js';

const api = await startApi();
const { make } = api;

async function freshProject() {
  const project = await make.project(api.accountId);
  return { project, path: `/v1/projects/${project.id}/deliveries` };
}

const at = (minutes: number, millis = 0) => new Date(Date.UTC(2026, 10, 1, 10, minutes, 0, millis));
const idsOf = (body: { deliveries: LoggedDelivery[] }) => body.deliveries.map(({ id }) => id);

describe('GET /v1/projects/:project_id/deliveries', () => {
  it('200: lists deliveries newest first, with their outcome and the duration of each stage', async () => {
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
      reason: 'no such value, asked lead with token [redacted: GitHub token]',
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

  it('200: filters by every parameter, alone and combined', async () => {
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

  it('422: a malformed, unknown or repeated parameter', async () => {
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

describe('the pages of GET /v1/projects/:project_id/deliveries', () => {
  const { project } = api;
  itPages(api, {
    path: `/v1/projects/${project.id}/deliveries`,
    key: 'deliveries',
    filter: 'outcome=applied',
    make: (receivedAt) => make.delivery(project, { receivedAt, finishedAt: receivedAt }),
    otherPath: `/v1/projects/${project.id}/changes`,
    makeOther: () => make.change(project),
  });
});

const { name } = await api.database.prisma.user.findUniqueOrThrow({ where: { id: api.userId } });

describe('GET /v1/projects/:project_id/deliveries/:id', () => {
  const { project } = api;
  const base = `/v1/projects/${project.id}/deliveries`;

  it('200: returns the request, the rows it touched and its replays', async () => {
    const asset = randomUUID();
    const { id } = await make.delivery(project, {
      headers: { 'user-agent': 'GitHub-Hookshot/1', 'x-github-event': 'push' },
      body: { ref: 'refs/heads/main', commits: [{ id: 'abc', message: 'Relight' }] },
      touched: [
        { kind: 'change', id: '12' },
        { kind: 'build_run', id: '13' },
        { kind: 'asset', id: asset },
        { kind: 'reference', id: '14' },
      ],
    });
    const older = await make.delivery(project, { replayOf: id, receivedAt: new Date('2026-11-01T10:00:00Z') });
    const newer = await make.delivery(project, { replayOf: id, outcome: 'ignored' });
    const { status, body } = await api.get(`${base}/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      headers: { 'user-agent': 'GitHub-Hookshot/1', 'x-github-event': 'push' },
      body: { ref: 'refs/heads/main', commits: [{ id: 'abc', message: 'Relight' }] },
      body_available: true,
      body_truncated: false,
      touched_count: 4,
      touched_truncated: false,
      touched: [
        { kind: 'change', id: '12', path: `/v1/projects/${project.id}/changes/12` },
        { kind: 'build_run', id: '13', path: `/v1/projects/${project.id}/build_runs/13` },
        { kind: 'asset', id: asset, path: `/v1/projects/${project.id}/assets/${asset}` },
        { kind: 'reference', id: '14', path: null },
      ],
      replays: [
        { id: newer.id, outcome: 'ignored' },
        { id: older.id, outcome: 'applied' },
      ],
    });
    expect((await api.get(`${base}/${newer.id}`)).body).toMatchObject({ replay_of: id, replays: [] });
  });

  it('200: removes addresses, credentials and member names from headers, body and reason', async () => {
    const secrets = ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'hunter2', 'canary-token'];
    const { id } = await make.delivery(project, {
      reason: `failed for jane@studio.test (${secrets[0]})`,
      headers: {
        'user-agent': `curl by jane@studio.test with ${secrets[0]}`,
        authorization: 'Basic canary-token',
        'x-service-token': 'canary-token',
        'x-hub-signature-256': 'canary-token',
        cookie: 'canary-token',
        'x-forwarded-for': 'canary-token',
      },
      body: {
        token: 'canary-token',
        build_url: 'https://ci:hunter2@ci.example.com/job/1?token=canary-token',
        author: { name, email: 'jane@studio.test' },
        message: `Thanks to ${name.toUpperCase()} <jane@studio.test>, used ${secrets[0]}`,
        'jane@studio.test': true,
      },
    });
    const { status, text, body } = await api.get(`${base}/${id}`);
    expect(status).toBe(200);
    for (const secret of [...secrets, 'jane@', '@studio']) expect(text).not.toContain(secret);
    expect(text.toLowerCase()).not.toContain(name.toLowerCase());
    expect(body.headers).toEqual({ 'user-agent': 'curl by jane with [redacted: GitHub token]' });
    expect(body.body.message).toContain(`user:${api.userId}`);
    const listed = await api.get(base);
    for (const secret of [...secrets, 'jane@']) expect(listed.text).not.toContain(secret);
  });

  it('200: shows no address from any sample of any provider', async () => {
    const made = await Promise.all(
      readSamples().map(async ({ body }) => {
        let sent: unknown = body;
        try {
          sent = JSON.parse(body);
        } catch {
          // Form data is shown as text.
        }
        return make.delivery(project, { body: sent });
      }),
    );
    for (const { id } of made) {
      const { status, text } = await api.get(`${base}/${id}`);
      expect(status).toBe(200);
      expect(text).not.toMatch(/[^\s@"'<>]+@[^\s@"'<>]+\.[^\s@"'<>]+/);
    }
    expect(made.length).toBeGreaterThan(100);
  });

  it('200: touched_truncated is true once the maximum number of rows is recorded', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({ kind: 'change', id: String(index) }));
    const { id } = await make.delivery(project, { touched: rows });
    expect((await api.get(`${base}/${id}`)).body).toMatchObject({ touched_count: 200, touched_truncated: true });
    const fewer = await make.delivery(project, { touched: rows.slice(1) });
    expect((await api.get(`${base}/${fewer.id}`)).body).toMatchObject({
      touched_count: 199,
      touched_truncated: false,
    });
  });

  it('200: cuts a large body, and shows null for one that is no longer stored', async () => {
    const { id } = await make.delivery(project, {
      body: { console: 'line of a log\n'.repeat(100_000), status: 'OK' },
    });
    const large = await api.get(`${base}/${id}`);
    expect(large.body).toMatchObject({ body_truncated: true, body_available: true, body: { status: 'OK' } });
    expect(large.text.length).toBeLessThan(100_000);
    const gone = await make.delivery(project, { body: null });
    expect((await api.get(`${base}/${gone.id}`)).body).toMatchObject({ body: null, body_available: false });
  });
});
