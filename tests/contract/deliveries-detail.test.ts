import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';
import { readSamples } from './ingest.js';
import { expectAbsent } from './refusals.js';

const api = await startApi();
const { make, project } = api;
const base = `/v1/projects/${project.id}/deliveries`;
const { name } = await api.database.prisma.user.findUniqueOrThrow({ where: { id: api.userId } });

describe('GET /v1/projects/:project_id/deliveries/:id', () => {
  it('200: what was sent, what it touched and its replays', async () => {
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

  it('200: no address, credential or name of a member in headers, body or reason', async () => {
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
    expect(body.headers).toEqual({ 'user-agent': 'curl by jane with [redacted]' });
    expect(body.body.message).toContain(`user:${api.userId}`);
    const listed = await api.get(base);
    for (const secret of [...secrets, 'jane@']) expect(listed.text).not.toContain(secret);
  });

  it('200: nothing that any sender sends shows an address', async () => {
    const made = await Promise.all(
      readSamples().map(async ({ body }) => {
        let sent: unknown = body;
        try {
          sent = JSON.parse(body);
        } catch {
          // A form, shown as text.
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

  it('200: as many touched rows as are kept may not be all', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({ kind: 'change', id: String(index) }));
    const { id } = await make.delivery(project, { touched: rows });
    expect((await api.get(`${base}/${id}`)).body).toMatchObject({ touched_count: 200, touched_truncated: true });
    const fewer = await make.delivery(project, { touched: rows.slice(1) });
    expect((await api.get(`${base}/${fewer.id}`)).body).toMatchObject({
      touched_count: 199,
      touched_truncated: false,
    });
  });

  it('200: a large body is cut, one that is gone is said to be', async () => {
    const { id } = await make.delivery(project, {
      body: { console: 'line of a log\n'.repeat(100_000), status: 'OK' },
    });
    const large = await api.get(`${base}/${id}`);
    expect(large.body).toMatchObject({ body_truncated: true, body_available: true, body: { status: 'OK' } });
    expect(large.text.length).toBeLessThan(100_000);
    const gone = await make.delivery(project, { body: null });
    expect((await api.get(`${base}/${gone.id}`)).body).toMatchObject({ body: null, body_available: false });
  });

  it('401, 403: without a token, without the scope', async () => {
    const { id } = await make.delivery(project);
    expect((await api.get(`${base}/${id}`, null)).status).toBe(401);
    const answer = await api.get(`${base}/${id}`, await api.tokenWithout('read:deliveries'));
    expect(answer.body).toMatchObject({ error: 'insufficient_scope', required_scope: 'read:deliveries' });
  });

  it('404: absent, malformed, and those of another project', async () => {
    const sibling = await make.project(api.accountId);
    const { id } = await make.delivery(sibling);
    await expectAbsent([id, randomUUID(), '1', 'x', '%00'].map((other) => api.get(`${base}/${other}`)));
  });

  it('422: any parameter', async () => {
    const { id } = await make.delivery(project);
    const answer = await api.get(`${base}/${id}?limit=1`);
    expect([answer.status, answer.body.error]).toEqual([422, 'unknown_parameter']);
  });
});
