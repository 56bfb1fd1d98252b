import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';

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
  it('202: accepts a request with or without a body; the replay gets its own id', async () => {
    const { id } = await delivery();
    for (const body of [undefined, {}, { dry_run: false }]) {
      const response = await api.post(`${base}/${id}/replay`, body);
      expect(response.status).toBe(202);
      expect(response.body).toEqual({ status: 'accepted', delivery_id: expect.any(String), replay_of: id });
      expect(response.body.delivery_id).not.toBe(id);
    }
  });

  it('202: is recorded in the audit log with the token that requested it; a dry run is not', async () => {
    const { id } = await delivery();
    await api.post(`${base}/${id}/replay`, { dry_run: true });
    const { body } = await api.post(`${base}/${id}/replay`, {});
    const where = { action: 'delivery.replay', detail: { path: ['delivery_id'], equals: id } };
    expect(await api.database.prisma.auditEntry.findMany({ where })).toMatchObject([
      {
        userId: api.userId,
        projectId: project.id,
        detail: { replay_id: body.delivery_id, token_id: expect.any(Number) },
      },
    ]);
  });

  it('200: a dry run returns the changes that a replay would make, and makes none', async () => {
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

  it('200: a dry run returns the reason why a replay would change nothing', async () => {
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

  it('202: a repeated Idempotency-Key returns the first response', async () => {
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

  it('200: a dry run does not use up its Idempotency-Key', async () => {
    const { id } = await delivery();
    const send = (body: object) => api.post(`${base}/${id}/replay`, body).set('Idempotency-Key', 'try-1');
    const statuses = [(await send({ dry_run: true })).status, (await send({ dry_run: true })).status];
    expect([...statuses, (await send({})).status]).toEqual([200, 200, 202]);
  });

  it('410: a delivery whose body, or whose original, is no longer stored', async () => {
    const gone = await delivery({ body: null });
    const orphan = await delivery({ replayOf: randomUUID() });
    for (const { id } of [gone, orphan]) {
      const response = await api.post(`${base}/${id}/replay`, {});
      expect([response.status, response.body.error]).toEqual([410, 'delivery_expired']);
    }
  });

  it('422: an unknown or malformed field, or a query parameter', async () => {
    const { id } = await delivery();
    const cases = [
      ['', { force: true }, 'unknown_parameter'],
      ['', { dry_run: 'yes' }, 'invalid_parameter'],
      ['?dry_run=true', {}, 'unknown_parameter'],
    ] as const;
    for (const [query, body, error] of cases) {
      const response = await api.post(`${base}/${id}/replay${query}`, body);
      expect([response.status, response.body.error]).toEqual([422, error]);
    }
  });
});

describe('POST /v1/projects/:project_id/deliveries/replay', () => {
  async function projectWithDeliveries() {
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

  it('202: replays matching deliveries, oldest first, without replays; duplicates only on request', async () => {
    const { path, jenkins, applied, dead, rejected, duplicate } = await projectWithDeliveries();
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

  it('200: a dry run processes them one after another', async () => {
    const { path, applied, dead, rejected } = await projectWithDeliveries();
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

  it('202: continues with a cursor, and clamps limit to 1,000', async () => {
    const { path, applied, dead } = await projectWithDeliveries();
    const first = await api.post(path, { provider: 'jenkins', limit: 1 });
    expect(first.body).toMatchObject({ replays: [{ replay_of: applied.id }], pagination: { has_more: true } });
    const { next_cursor: cursor } = first.body.pagination;
    const second = await api.post(path, { provider: 'jenkins', limit: 1, cursor });
    expect(second.body.replays).toMatchObject([{ replay_of: dead.id }]);
    expect((await api.post(path, { provider: 'jenkins', limit: 5_000 })).body.pagination.limit).toBe(1_000);
    for (const body of [{ cursor: 'x' }, { cursor, outcome: 'dead' }, { cursor: '' }]) {
      const response = await api.post(path, body);
      expect([response.status, response.body.error]).toEqual([400, 'invalid_cursor']);
    }
  });

  it('202: a retry with the same Idempotency-Key replays nothing', async () => {
    const { path } = await projectWithDeliveries();
    const send = () => api.post(path, { outcome: 'dead' }).set('Idempotency-Key', 'bulk-1');
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    const tried = await api.post(path, { outcome: 'dead', dry_run: true }).set('Idempotency-Key', 'bulk-1');
    expect([tried.status, tried.body.error]).toEqual([422, 'idempotency_key_reused']);
  });

  it('422: an unknown or malformed filter', async () => {
    const { path } = await projectWithDeliveries();
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
      const response = await api.post(path, body);
      expect([body, response.status, response.body.error]).toEqual([body, 422, error]);
    }
  });

  it('422: a request without any filter', async () => {
    const { path } = await projectWithDeliveries();
    for (const body of [{}, { limit: 5 }, { dry_run: true }]) {
      const response = await api.post(path, body);
      expect([response.status, response.body.error]).toEqual([422, 'invalid_parameter']);
      expect(response.body.message).toContain('provider, integration_id, event, outcome, since, until');
    }
  });

  it('422: a dry run of a delivery that is too large; its replay is accepted', async () => {
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
});
