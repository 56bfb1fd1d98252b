import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createClient } from '@slipway/client';
import {
  getDelivery,
  type LoggedDeliveryDetail,
  listDeliveries,
  type Replay,
  type ReplayBatch,
  replayDeliveries,
  replayDelivery,
} from '@slipway/contracts';
import { dumpProject, eventually } from '@slipway/testing';
import { conformingFetch } from '../contract/openapi-conformance.js';
import { postWebhook, startService } from './service.js';

const service = await startService();
const { database, make } = service;
const { accountId, userId } = await make.studio();
const { token } = await make.apiToken(userId);
const client = createClient({ baseUrl: service.apiUrl, token, fetch: conformingFetch });

interface Sender {
  readonly projectId: number;
  send(body: unknown, headers?: Record<string, string>): Promise<string>;
}

/** A project with one integration, and a function that sends its webhooks. */
async function sender(provider: string, path: string): Promise<Sender> {
  const project = await make.project(accountId);
  const { token: webhookToken } = await make.integration(project, provider);
  return {
    projectId: project.id,
    async send(body, headers = {}) {
      const response = await postWebhook(`${service.ingestUrl}${path}?token=${webhookToken}`, {
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      expect([200, 202]).toContain(response.status);
      return ((await response.json()) as { delivery_id: string }).delivery_id;
    },
  };
}

async function loggedDelivery(projectId: number, id: string): Promise<LoggedDeliveryDetail> {
  return eventually(`delivery ${id} is in the log`, () =>
    client.call(getDelivery, { params: { project_id: projectId, id } }).catch(() => undefined),
  );
}

const replay = (projectId: number, id: string, dryRun = false): Promise<Replay> =>
  client.call(replayDelivery, {
    params: { project_id: projectId, delivery_id: id },
    body: { dry_run: dryRun },
  });

/** A digest of every table, which reveals any change. */
async function digestAll(): Promise<Record<string, string>> {
  const tables = await database.pool.query({
    text: `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
             AND relnamespace = 'public'::regnamespace AND relname NOT IN ('api_tokens')`,
  });
  const digests: Record<string, string> = {};
  for (const { name } of tables.rows as { name: string }[]) {
    const { rows } = await database.pool.query({ text: `SELECT to_jsonb(t)::text AS row FROM "${name}" t` });
    const sorted = (rows as { row: string }[]).map(({ row }) => row).toSorted();
    digests[name] = `${sorted.length} ${createHash('sha256').update(sorted.join('\n')).digest('hex')}`;
  }
  return digests;
}

const push = {
  ref: 'refs/heads/main',
  before: 'a'.repeat(40),
  after: 'b'.repeat(40),
  created: false,
  deleted: false,
  forced: false,
  repository: { id: 7, full_name: 'studio/harbor', html_url: 'https://github.example.com/studio/harbor' },
  pusher: { name: 'mira', email: 'mira@example.com' },
  commits: [
    {
      id: 'b'.repeat(40),
      message: 'ENG-142 Relight the quay',
      timestamp: '2026-11-02T11:00:00Z',
      url: 'https://github.example.com/studio/harbor/commit/b',
      author: { name: 'Mira', email: 'mira@example.com', username: 'mira' },
      added: ['Content/Quay/T_Dusk.png'],
      modified: ['Content/Quay/SM_Crate.fbx'],
      removed: [],
    },
  ],
};

describe('a replay of an applied delivery', () => {
  it('duplicates nothing and has its own row in the delivery log', async () => {
    const { projectId, send } = await sender('github', '/webhooks/github');
    const id = await send(push, { 'x-github-event': 'push', 'x-github-delivery': 'd-1' });
    const first = await loggedDelivery(projectId, id);
    expect(first).toMatchObject({ outcome: 'applied', attempts: 1, replay_of: null });
    expect(first.touched.map(({ kind }) => kind).toSorted()).toEqual(['asset', 'asset', 'change']);
    expect(Object.values(first.timings)).not.toContain(null);
    const before = await dumpProject(database.pool, projectId);
    const response = await replay(projectId, id);
    expect(response).toEqual({ status: 'accepted', delivery_id: expect.any(String), replay_of: id });
    const again = await loggedDelivery(projectId, response.delivery_id ?? '');
    expect(again).toMatchObject({ outcome: 'applied', replay_of: id, event: 'push', body: first.body });
    expect(again.touched).toEqual(first.touched);
    expect(await dumpProject(database.pool, projectId)).toEqual(before);
    expect((await loggedDelivery(projectId, id)).replays).toMatchObject([
      { id: response.delivery_id, outcome: 'applied' },
    ]);
  });

  it('repeats the original delivery if it replays a replay', async () => {
    const { projectId, send } = await sender('jenkins', '/webhooks/ci');
    const id = await send({ job_name: 'Harbor', build_number: 1, status: 'SUCCESS' });
    await loggedDelivery(projectId, id);
    const first = await replay(projectId, id);
    await loggedDelivery(projectId, first.delivery_id ?? '');
    expect(await replay(projectId, first.delivery_id ?? '')).toMatchObject({ replay_of: id });
  });

  it('keeps the time of the original delivery, so that later reports still win', async () => {
    const { projectId, send } = await sender('jenkins', '/webhooks/ci');
    const report = { job_name: 'Harbor', build_number: 2 };
    const failed = await send({ ...report, status: 'FAILURE' });
    await loggedDelivery(projectId, failed);
    await loggedDelivery(projectId, await send({ ...report, status: 'SUCCESS' }));
    const { delivery_id: again = '' } = await replay(projectId, failed);
    await loggedDelivery(projectId, again);
    const [run] = await database.prisma.buildRun.findMany({ where: { projectId } });
    expect(run?.status).toBe('completed');
  });
});

describe('a replay after a fix to a normalizer', () => {
  it('corrects the fields that were misread and no others', async () => {
    const { projectId, send } = await sender('github', '/webhooks/github');
    const id = await send(push, { 'x-github-event': 'push', 'x-github-delivery': 'd-3' });
    await loggedDelivery(projectId, id);
    const [right] = await database.prisma.change.findMany({ where: { projectId } });
    await database.prisma.change.updateMany({
      where: { projectId },
      data: { description: 'zzz: the normalizer cut it short', branch: 'release' },
    });
    const { plan } = await replay(projectId, id, true);
    expect(plan?.changes).toMatchObject([
      {
        kind: 'change',
        action: 'update',
        fields: { description: { before: 'zzz: the normalizer cut it short', after: 'ENG-142 Relight the quay' } },
      },
    ]);
    const { delivery_id: again = '' } = await replay(projectId, id);
    await loggedDelivery(projectId, again);
    const changes = await database.prisma.change.findMany({ where: { projectId } });
    // The branch stays: a later report may have set it.
    expect(changes).toMatchObject([{ id: right?.id, description: right?.description, branch: 'release' }]);
    const before = await dumpProject(database.pool, projectId);
    const { delivery_id: twice = '' } = await replay(projectId, id);
    await loggedDelivery(projectId, twice);
    expect(await dumpProject(database.pool, projectId)).toEqual(before);
  });
});

describe('a dry run', () => {
  it('lists what would be created or changed, and changes nothing', async () => {
    // The API records it a few seconds late.
    await eventually('the first use of the token is in the audit log', () =>
      database.prisma.auditEntry
        .findFirst({ where: { action: 'token.first_use' } })
        .then((entry) => entry ?? undefined),
    );
    const { projectId, send } = await sender('github', '/webhooks/github');
    const id = await send(push, { 'x-github-event': 'push', 'x-github-delivery': 'd-2' });
    await loggedDelivery(projectId, id);
    const unchanged = await replay(projectId, id, true);
    expect(unchanged).toEqual({
      status: 'dry_run',
      replay_of: id,
      outcome: 'applied',
      reason: null,
      plan: { changes: [], unchanged: 3, truncated: false },
    });
    // Undoes part of the first reading, as if a normalizer that lost the change and misread the asset were now fixed.
    await database.prisma.assetEvent.deleteMany({ where: { projectId } });
    await database.prisma.change.deleteMany({ where: { projectId } });
    await database.prisma.asset.updateMany({
      where: { projectId },
      data: { assetType: 'audio', fieldWeights: {} },
    });
    const before = await digestAll();
    const { plan } = await replay(projectId, id, true);
    expect(await digestAll()).toEqual(before);
    const changes = plan?.changes ?? [];
    expect(changes.map(({ kind, action }) => `${action} ${kind}`).toSorted()).toEqual([
      'create change',
      'update asset',
      'update asset',
    ]);
    const change = changes.find(({ kind }) => kind === 'change');
    expect(change).toMatchObject({
      id: null,
      path: null,
      fields: {
        identifier: { before: null, after: 'b'.repeat(40) },
        reference_keys: { before: null, after: ['ENG-142'] },
        timestamp: { before: null, after: '2026-11-02T11:00:00.000Z' },
      },
    });
    const texture = changes.find(({ fields }) => fields['asset_type']?.after === 'texture');
    expect(texture).toMatchObject({
      id: expect.any(String),
      path: expect.stringContaining('/assets/'),
      fields: { asset_type: { before: 'audio', after: 'texture' } },
    });
    expect(JSON.stringify(plan)).not.toContain('@');
  });
});

describe('a replay of a dead delivery', () => {
  it('applies it once the cause is fixed, and resolves its dead letter', async () => {
    const { projectId, send } = await sender('jenkins', '/webhooks/ci');
    await database.prisma.$executeRaw`CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.job_name = 'poison' THEN RAISE EXCEPTION 'poisoned by jane@example.com'; END IF;
         RETURN NEW; END $$`;
    await database.prisma.$executeRaw`CREATE TRIGGER poison BEFORE INSERT ON build_runs FOR EACH ROW
      EXECUTE FUNCTION refuse_poison()`;
    const body = { job_name: 'poison', build_number: 1, status: 'SUCCESS' };
    const id = await send(body);
    expect(await loggedDelivery(projectId, id)).toMatchObject({ outcome: 'dead', reason: 'poisoned by jane' });
    const letters = () => database.prisma.deadLetter.findMany({ where: { deliveryId: id } });
    expect(await letters()).toMatchObject([{ resolvedAt: null }]);

    expect(await replay(projectId, id, true)).toMatchObject({ outcome: 'dead', reason: 'poisoned by jane' });
    expect(await letters()).toMatchObject([{ resolvedAt: null }]);
    const { delivery_id: unsuccessful = '' } = await replay(projectId, id);
    expect(await loggedDelivery(projectId, unsuccessful)).toMatchObject({ outcome: 'dead', replay_of: id });
    expect(await letters()).toMatchObject([{ resolvedAt: null }]);

    await database.prisma.$executeRaw`DROP TRIGGER poison ON build_runs`;
    const { delivery_id: again = '' } = await replay(projectId, id);
    const done = await loggedDelivery(projectId, again);
    expect(done).toMatchObject({ outcome: 'applied', replay_of: id, touched: [{ kind: 'build_run' }] });
    expect(await letters()).toMatchObject([{ resolvedAt: expect.any(Date) }]);
    expect(await database.prisma.buildRun.count({ where: { projectId } })).toBe(1);
    // The sender's late retry is a duplicate.
    expect(await loggedDelivery(projectId, await send(body))).toMatchObject({
      outcome: 'duplicate',
      reason: `repeats ${again}`,
    });
  });
});

describe('a replay by filter', () => {
  it('runs from oldest to newest over several calls, and duplicates nothing', async () => {
    const { projectId, send } = await sender('jenkins', '/webhooks/ci');
    const ids: string[] = [];
    for (let n = 1; n <= 5; n += 1) {
      ids.push(await send({ job_name: 'Harbor', build_number: n, status: 'SUCCESS' }));
      await loggedDelivery(projectId, ids.at(-1) ?? '');
    }
    const before = await dumpProject(database.pool, projectId);
    const params = { project_id: projectId };
    const replayed: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const filter = { outcome: ['applied'] as const, limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const page: ReplayBatch = await client.call(replayDeliveries, { params, body: filter });
      expect(page).toMatchObject({ status: 'accepted', skipped: 0 });
      replayed.push(...page.replays.map(({ replay_of }) => replay_of));
      cursor = page.pagination.next_cursor;
    }
    expect(replayed).toEqual(ids);
    await eventually('all replays are in the log', async () => {
      const { deliveries } = await client.call(listDeliveries, { params, query: {} });
      return deliveries.length === 10 ? true : undefined;
    });
    expect(await dumpProject(database.pool, projectId)).toEqual(before);
  });
});
