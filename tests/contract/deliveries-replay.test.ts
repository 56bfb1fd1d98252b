import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';
import { expectAbsent, itRefusesStrangers } from './refusals.js';

const api = await startApi();
const { make, project } = api;
const base = `/v1/projects/${project.id}/deliveries`;
const integration = await make.integration(project, 'jenkins');

const report = (n: number) => ({ job_name: 'Harbor', build_number: n, status: 'SUCCESS' });
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 1, 10, minutes));

function delivery(fields: object = {}, n = 1) {
  return make.delivery(project, {
    integrationId: integration.id,
    event: 'build_report',
    body: report(n),
    ...fields,
  });
}

describe('POST /v1/projects/:project_id/deliveries/:delivery_id/replay', () => {
  it('202: with or without a body; the replay goes by an id of its own', async () => {
    const { id } = await delivery();
    for (const body of [undefined, {}, { dry_run: false }]) {
      const answer = await api.post(`${base}/${id}/replay`, body);
      expect([answer.status, answer.body]).toEqual([
        202,
        { status: 'accepted', delivery_id: expect.any(String), replay_of: id },
      ]);
      expect(answer.body.delivery_id).not.toBe(id);
    }
  });

  it('200: a dry run tells what would happen', async () => {
    const { id } = await delivery({}, 77);
    const { status, body } = await api.post(`${base}/${id}/replay`, { dry_run: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'dry_run', replay_of: id, outcome: 'applied', reason: null });
    expect(body.plan).toMatchObject({ unchanged: 0, truncated: false });
    expect(body.plan.changes).toMatchObject([
      { kind: 'build_run', action: 'create', id: null, fields: { build_number: { before: null, after: '77' } } },
    ]);
    expect(await api.database.prisma.buildRun.count({ where: { projectId: project.id } })).toBe(0);
  });

  it('200: a dry run tells why nothing would happen', async () => {
    const cases = [
      [{ event: 'weather' }, 'ignored', 'The event weather is not used.'],
      [{ body: { job_name: 'Harbor' } }, 'rejected', expect.any(String)],
      [{ integrationId: 999_999 }, 'rejected', 'The integration no longer exists.'],
      [{ body: 'no object' }, 'rejected', expect.any(String)],
    ] as const;
    for (const [fields, outcome, reason] of cases) {
      const { id } = await delivery(fields);
      const { body } = await api.post(`${base}/${id}/replay`, { dry_run: true });
      expect(body).toMatchObject({ outcome, reason, plan: { changes: [], unchanged: 0 } });
    }
  });

  it('202: the same Idempotency-Key gives the first answer', async () => {
    const { id } = await delivery();
    const send = (body: object) => api.post(`${base}/${id}/replay`, body).set('Idempotency-Key', 'again-1');
    const [first, second] = [await send({}), await send({})];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body).toEqual(first.body);
    for (const body of [{ dry_run: false }, { dry_run: true }]) {
      const other = await send(body);
      expect([other.status, other.body.error]).toEqual([422, 'idempotency_key_reused']);
    }
  });

  it('200: a dry run leaves its Idempotency-Key free', async () => {
    const { id } = await delivery();
    const send = (body: object) => api.post(`${base}/${id}/replay`, body).set('Idempotency-Key', 'try-1');
    const statuses = [(await send({ dry_run: true })).status, (await send({ dry_run: true })).status];
    expect([...statuses, (await send({})).status]).toEqual([200, 200, 202]);
  });

  it('401, 403: without a token, without the scope', async () => {
    const { id } = await delivery();
    expect((await api.post(`${base}/${id}/replay`, {}, null)).status).toBe(401);
    const answer = await api.post(`${base}/${id}/replay`, {}, await api.tokenWithout('write:deliveries'));
    expect(answer.body).toMatchObject({ error: 'insufficient_scope', required_scope: 'write:deliveries' });
  });

  it('403: a read-only account, dry run or not', async () => {
    const lapsed = await make.studio();
    await api.database.prisma.account.update({
      where: { id: lapsed.accountId },
      data: { readOnlyReason: 'trial_expired' },
    });
    const theirs = await make.project(lapsed.accountId);
    const { token } = await make.apiToken(lapsed.userId);
    const { id } = await make.delivery(theirs);
    for (const path of [`${id}/replay`, 'replay']) {
      const answer = await api.post(`/v1/projects/${theirs.id}/deliveries/${path}`, { dry_run: true }, token);
      expect([answer.status, answer.body.error]).toEqual([403, 'demo_read_only']);
    }
  });

  it('404: absent, malformed, and those of another project', async () => {
    const sibling = await make.project(api.accountId);
    const { id } = await make.delivery(sibling);
    await expectAbsent([id, randomUUID(), '1', 'x'].map((other) => api.post(`${base}/${other}/replay`, {})));
  });

  it('410: a body that is no longer kept, or a replay of a delivery that is gone', async () => {
    const gone = await delivery({ body: null });
    const orphan = await delivery({ replayOf: randomUUID() });
    for (const { id } of [gone, orphan]) {
      const answer = await api.post(`${base}/${id}/replay`, {});
      expect([answer.status, answer.body.error]).toEqual([410, 'delivery_expired']);
    }
  });

  it('422: other fields, other types, parameters', async () => {
    const { id } = await delivery();
    const cases = [
      ['', { force: true }, 'unknown_parameter'],
      ['', { dry_run: 'yes' }, 'invalid_parameter'],
      ['?dry_run=true', {}, 'unknown_parameter'],
    ] as const;
    for (const [query, body, error] of cases) {
      const answer = await api.post(`${base}/${id}/replay${query}`, body);
      expect([answer.status, answer.body.error]).toEqual([422, error]);
    }
  });
});

describe('POST /v1/projects/:project_id/deliveries/replay', () => {
  itRefusesStrangers(api, { scope: 'write:deliveries', path: 'deliveries/replay', body: { dry_run: true } });

  async function filled() {
    const own = await make.project(api.accountId);
    const jenkins = await make.integration(own, 'jenkins');
    const of = (fields: object, n: number) =>
      make.delivery(own, { integrationId: jenkins.id, body: report(n), receivedAt: at(n), ...fields });
    const applied = await of({}, 1);
    const dead = await of({ outcome: 'dead' }, 2);
    const rejected = await of({ outcome: 'rejected', event: 'other' }, 3);
    const duplicate = await of({ outcome: 'duplicate' }, 4);
    const bodiless = await of({ body: null }, 5);
    await of({ replayOf: applied.id }, 6);
    return {
      path: `/v1/projects/${own.id}/deliveries/replay`,
      jenkins,
      applied,
      dead,
      rejected,
      duplicate,
      bodiless,
    };
  }

  it('202: every filter, oldest first; no replays, duplicates only when asked for', async () => {
    const { path, jenkins, applied, dead, rejected, duplicate } = await filled();
    const cases: [object, { id: string }[], number][] = [
      [{ since: '2026-11-01' }, [applied, dead, rejected], 1],
      [{ outcome: 'duplicate' }, [duplicate], 0],
      [{ outcome: ['rejected', 'dead'] }, [dead, rejected], 0],
      [{ outcome: 'rejected,dead' }, [dead, rejected], 0],
      [{ event: 'other' }, [rejected], 0],
      [{ provider: 'jenkins', until: '2026-11-01T10:03:00Z' }, [applied, dead], 0],
      [{ integration_id: jenkins.id, since: '2026-11-01T10:03:00Z' }, [rejected], 1],
      [{ provider: 'github' }, [], 0],
      [{ since: '2026-11-02' }, [], 0],
    ];
    for (const [filter, expected, skipped] of cases) {
      const { status, body } = await api.post(path, filter);
      expect([filter, status]).toEqual([filter, 202]);
      expect(body.replays.map((entry: { replay_of: string }) => entry.replay_of)).toEqual(
        expected.map(({ id }) => id),
      );
      expect(body).toMatchObject({ status: 'accepted', skipped, pagination: { has_more: false, limit: 1_000 } });
    }
  });

  it('200: a dry run tries them one after the other', async () => {
    const { path, applied, dead, rejected } = await filled();
    const { status, body } = await api.post(path, { provider: 'jenkins', dry_run: true });
    expect(status).toBe(200);
    expect(body.replays).toEqual([
      { replay_of: applied.id, outcome: 'applied', reason: null },
      { replay_of: dead.id, outcome: 'applied', reason: null },
      { replay_of: rejected.id, outcome: 'ignored', reason: 'The event other is not used.' },
    ]);
    expect(body.plan.changes).toHaveLength(2);
    expect(body.pagination).toEqual({ limit: 50, has_more: false, next_cursor: null });
  });

  it('202: call by call with a cursor, and bounded', async () => {
    const { path, applied, dead } = await filled();
    const first = await api.post(path, { provider: 'jenkins', limit: 1 });
    expect(first.body).toMatchObject({ replays: [{ replay_of: applied.id }], pagination: { has_more: true } });
    const { next_cursor: cursor } = first.body.pagination;
    const second = await api.post(path, { provider: 'jenkins', limit: 1, cursor });
    expect(second.body.replays).toMatchObject([{ replay_of: dead.id }]);
    expect((await api.post(path, { provider: 'jenkins', limit: 5_000 })).body.pagination.limit).toBe(1_000);
    for (const body of [{ cursor: 'x' }, { cursor, outcome: 'dead' }, { cursor: '' }]) {
      const answer = await api.post(path, body);
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_cursor']);
    }
  });

  it('202: a retry with the same Idempotency-Key replays nothing again', async () => {
    const { path } = await filled();
    const send = () => api.post(path, { outcome: 'dead' }).set('Idempotency-Key', 'bulk-1');
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    const tried = await api.post(path, { outcome: 'dead', dry_run: true }).set('Idempotency-Key', 'bulk-1');
    expect([tried.status, tried.body.error]).toEqual([422, 'idempotency_key_reused']);
  });

  it('422: what no filter takes', async () => {
    const { path } = await filled();
    const cases = [
      [{ outcome: 'lost' }, 'invalid_outcome'],
      [{ outcome: [] }, 'invalid_outcome'],
      [{ outcome: 7 }, 'invalid_outcome'],
      [{ since: 'soon' }, 'invalid_parameter'],
      [{ until: 5 }, 'invalid_parameter'],
      [{ limit: 0 }, 'invalid_parameter'],
      [{ limit: '5' }, 'invalid_parameter'],
      [{ integration_id: 'x' }, 'invalid_parameter'],
      [{ integration_id: 2_147_483_648 }, 'invalid_parameter'],
      [{ dry_run: 1 }, 'invalid_parameter'],
      [{ provider: ['jenkins'] }, 'invalid_parameter'],
      [{ status: 'dead' }, 'unknown_parameter'],
    ] as const;
    for (const [body, error] of cases) {
      const answer = await api.post(path, body);
      expect([body, answer.status, answer.body.error]).toEqual([body, 422, error]);
    }
  });

  it('422: no filter at all, dry run or not', async () => {
    const { path } = await filled();
    for (const body of [{}, { limit: 5 }, { dry_run: true }]) {
      const answer = await api.post(path, body);
      expect([answer.status, answer.body.error]).toEqual([422, 'invalid_parameter']);
      expect(answer.body.message).toContain('provider, integration_id, event, outcome, since, until');
    }
  });

  it('422: a dry run of more than can be tried out; the replay itself is taken', async () => {
    const own = await make.project(api.accountId);
    const perforce = await make.integration(own, 'perforce');
    const files = Array.from({ length: 5_000 }, (_, n) => ({ path: `//depot/${n}.txt`, action: 'edit' }));
    const bodies = [
      { changelist: 1, files },
      { changelist: 2, description: 'x'.repeat(4 * 1024 * 1024) },
    ];
    for (const body of bodies) {
      const fields = { integrationId: perforce.id, provider: 'perforce', event: 'changelist_submitted', body };
      const { id } = await make.delivery(own, fields);
      const path = `/v1/projects/${own.id}/deliveries/${id}/replay`;
      const tried = await api.post(path, { dry_run: true });
      expect([tried.status, tried.body.error]).toEqual([422, 'dry_run_too_large']);
      expect((await api.post(path, {})).status).toBe(202);
    }
  });

  it('400, 415: no JSON', async () => {
    const { path } = await filled();
    const broken = await api.send('POST', path, api.token).set('Content-Type', 'application/json').send('{');
    expect([broken.status, broken.body.error]).toEqual([400, 'invalid_json']);
    const form = await api.send('POST', path, api.token).set('Content-Type', 'text/plain').send('x');
    expect([form.status, form.body.error]).toEqual([415, 'unsupported_media_type']);
  });
});
