import { beforeEach, describe, expect, it } from '@jest/globals';
import * as contracts from '@slipway/contracts';
import { eventually, testReceiver } from '@slipway/testing';
import { auditedRequests } from './audited-requests.js';
import { serveIntegrations } from './served-integrations.js';

const receiver = await testReceiver();
const served = await serveIntegrations({
  NOTIFICATION_ALLOWED_NETWORKS: '127.0.0.0/8',
  BUILD_RETENTION_DAYS: '365',
  DELIVERY_RETENTION_DAYS: '14',
});
const { database, make, accountId, project, owner, member, outsider, browserOf } = served;
const { prisma } = database;
const account = `/accounts/${accountId}`;
const settings = `/projects/${project.id}`;
const reason = 'Case 24-1187';

beforeEach(async () => {
  await prisma.legalHold.deleteMany();
  await prisma.projectRetention.deleteMany();
});

const retention = async (browser = owner.browser) => (await browser.call('GET', `${account}/retention`)).body;
const lastEntry = (action: string) =>
  prisma.auditEntry.findFirst({ where: { accountId, action }, orderBy: { id: 'desc' } });

describe('GET /console/api/accounts/:account_id/retention', () => {
  it('says how long each kind is kept and which setting decides it', async () => {
    const { kinds } = await retention();
    expect(kinds).toEqual([
      { kind: 'deliveries', days: 14, setting: 'DELIVERY_RETENTION_DAYS' },
      { kind: 'notifications', days: 90, setting: null },
      { kind: 'builds', days: 365, setting: 'BUILD_RETENTION_DAYS' },
      { kind: 'build_logs', days: 365, setting: 'BUILD_RETENTION_DAYS' },
      { kind: 'changes', days: null, setting: 'CHANGE_RETENTION_DAYS' },
      { kind: 'deployments', days: null, setting: 'DEPLOYMENT_RETENTION_DAYS' },
      { kind: 'assets', days: null, setting: 'ASSET_RETENTION_DAYS' },
      { kind: 'references', days: null, setting: 'REFERENCE_RETENTION_DAYS' },
    ]);
  });

  it('names who holds what since when, and the reason to owners only', async () => {
    await owner.browser.call('POST', `${account}/legal_hold`, { reason });
    await owner.browser.call('POST', `${settings}/legal_hold`, { reason });
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: owner.id } });
    const hold = { set_by: name, since: expect.any(String), reason };
    expect(await retention()).toMatchObject({ hold, projects: [{ id: project.id, hold }] });
    expect(await retention(member.browser)).toMatchObject({ hold: { set_by: name, reason: null } });
  });
});

describe('PATCH /console/api/projects/:project_id/retention', () => {
  const patch = (body: object, browser = owner.browser) => browser.call('PATCH', `${settings}/retention`, body);
  const own = async () => (await retention()).projects[0].own;

  it('keeps less than the operator does, until null lets the operator decide again', async () => {
    expect((await patch({ builds: 120, assets: 90 })).status).toBe(200);
    expect(await own()).toEqual([
      { kind: 'assets', days: 90 },
      { kind: 'builds', days: 120 },
    ]);
    expect(await lastEntry('project.set_retention')).toMatchObject({ detail: { builds: 120, assets: 90 } });
    expect((await patch({ builds: null })).status).toBe(200);
    expect(await own()).toEqual([{ kind: 'assets', days: 90 }]);
  });

  it.each([
    ['more than the operator keeps', { builds: 366 }],
    ['fewer days than the feed covers', { changes: 89 }],
    ['more than ten years', { references: 3_651 }],
    ['no number', { changes: 'all' }],
    ['an unknown kind', { tasks: 100 }],
  ])('422: %s', async (_what, body) => {
    expect((await patch(body)).status).toBe(422);
    expect(await prisma.projectRetention.count()).toBe(0);
  });

  it('403: for members', async () => {
    expect((await patch({ builds: 120 }, member.browser)).body.error).toBe('owner_required');
  });
});

describe('a legal hold', () => {
  it('is set and released with a reason, which the audit log keeps', async () => {
    for (const [path, action] of [
      [account, 'account'],
      [settings, 'project'],
    ] as const) {
      expect((await owner.browser.call('POST', `${path}/legal_hold`, { reason: '' })).status).toBe(422);
      expect((await owner.browser.call('POST', `${path}/legal_hold`, { reason })).status).toBe(200);
      expect((await owner.browser.call('POST', `${path}/legal_hold`, { reason })).body.error).toBe('legal_hold');
      expect(await lastEntry(`${action}.hold`)).toMatchObject({ userId: owner.id, detail: { reason } });
      const released = { reason: 'Counsel agreed' };
      expect((await owner.browser.call('POST', `${path}/legal_hold/release`, released)).status).toBe(200);
      expect((await owner.browser.call('POST', `${path}/legal_hold/release`, released)).status).toBe(404);
      expect(await lastEntry(`${action}.release_hold`)).toMatchObject({ detail: released });
    }
  });

  interface Contract {
    readonly method: 'POST';
    readonly path: string;
    readonly deletes?: boolean;
  }
  const deleting = Object.entries<unknown>(contracts).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && 'deletes' in value ? [[name, value as Contract] as const] : [],
  );
  const requests: ReturnType<typeof auditedRequests> = {
    ...auditedRequests(served, receiver.url),
    deleteAccount: async () => {
      const { name } = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
      return { path: `${account}/delete`, body: { name } };
    },
  };

  it.each(['the project', 'the account'])(
    'on %s refuses every deletion with 409, and deletes nothing',
    async (what) => {
      expect(deleting.map(([name]) => name).toSorted()).toEqual([
        'deleteAccount',
        'deleteIntegration',
        'deleteProject',
        'purgeBuildLog',
        'removeNotificationChannel',
      ]);
      for (const [name, { method }] of deleting) {
        const { path, body } = (await requests[name]?.()) ?? { path: '' };
        const projectId = Number(/^\/projects\/(\d+)/.exec(path)?.[1] ?? project.id);
        await prisma.legalHold.create({
          data: { accountId, userId: owner.id, reason, projectId: what === 'the project' ? projectId : null },
        });
        const entries = await prisma.auditEntry.count({ where: { accountId } });
        const answer = await owner.browser.call(method, path, body);
        expect([name, answer.status, answer.body.error]).toEqual([name, 409, 'legal_hold']);
        expect(await prisma.auditEntry.count({ where: { accountId } })).toBe(entries);
      }
      expect(await prisma.accountMembership.count({ where: { accountId } })).toBeGreaterThan(0);
      expect((await owner.browser.call('GET', `${account}/export/check`)).status).toBe(200);
    },
  );

  it('of a project leaves other projects of the account deletable', async () => {
    await owner.browser.call('POST', `${settings}/legal_hold`, { reason });
    const { path, body, id } = await auditedProjectDeletion();
    expect((await owner.browser.call('POST', path, body)).status).toBe(200);
    await eventually('a worker has deleted it', async () =>
      (await prisma.project.count({ where: { id } })) === 0 ? true : undefined,
    );
  });

  const auditedProjectDeletion = async () => {
    const { id } = await make.project(accountId, { archivedAt: new Date() });
    const { name } = await prisma.project.findUniqueOrThrow({ where: { id } });
    return { path: `/projects/${id}/delete`, body: { name }, id };
  };
});

describe('an owner of another account to which a member of this one belongs', () => {
  it('cannot read, hold, release or shorten anything of this account', async () => {
    const other = await make.studio();
    await prisma.accountMembership.create({ data: { accountId: other.accountId, userId: member.id } });
    const foreign = await browserOf(other.userId);
    await owner.browser.call('POST', `${account}/legal_hold`, { reason });
    await owner.browser.call('POST', `${settings}/legal_hold`, { reason });
    const before = await retention();
    for (const browser of [foreign, outsider.browser]) {
      const statuses = [(await browser.call('GET', `${account}/retention`)).status];
      for (const path of [account, settings])
        for (const verb of ['', '/release'])
          statuses.push((await browser.call('POST', `${path}/legal_hold${verb}`, { reason })).status);
      statuses.push((await browser.call('PATCH', `${settings}/retention`, { builds: 90 })).status);
      expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);
    }
    expect(await retention()).toEqual(before);
    const own = `/accounts/${other.accountId}/legal_hold`;
    expect((await foreign.call('POST', own, { reason })).status).toBe(200);
    expect((await foreign.call('POST', `${own}/release`, { reason })).status).toBe(200);
    expect(await retention()).toEqual(before);
  });

  it('403: members of this account can neither hold nor release it', async () => {
    for (const path of [account, settings])
      for (const verb of ['', '/release'])
        expect((await member.browser.call('POST', `${path}/legal_hold${verb}`, { reason })).body.error).toBe(
          'owner_required',
        );
  });
});
