import { describe, expect, it } from '@jest/globals';
import { hashToken } from '@slipway/domain';
import { testReceiver } from '@slipway/testing';
import supertest from 'supertest';
import { CALLBACK, proofKey } from '../oauth-service.js';
import type { AuditedRequest } from './audited-requests.js';
import {
  anyRequest,
  contractOf,
  type EndpointRule,
  endpoints,
  otherAccount,
  rules,
  validRequests,
} from './endpoint-rules.js';
import { serveIntegrations } from './served-integrations.js';
import { CONFIRMATION_MS, PASSWORD, passwordHash } from './served-sign-in.js';

const receiver = await testReceiver();
const served = await serveIntegrations({ NOTIFICATION_ALLOWED_NETWORKS: '127.0.0.0/8' });
const { database, accountId, owner, make, add, list, browserOf } = served;
const { prisma } = database;
await prisma.user.update({ where: { id: owner.id }, data: { passwordHash } });

const requests = validRequests(served, receiver.url);
const account = `/accounts/${accountId}`;

type Prepare = () => Promise<AuditedRequest> | AuditedRequest;

/** An edit of a new integration that has these settings. */
async function integrationEdit(provider: string, data: object, body: object): Promise<AuditedRequest> {
  const { id } = (await add(provider)).integration;
  await prisma.integration.update({ where: { id }, data });
  return { path: `${list}/${id}`, body };
}

const projectWith = async (fields: object) => (await make.project(accountId, fields)).id;

/** An edit of a new project that has these settings. */
const projectEdit = async (fields: object, body: object): Promise<AuditedRequest> => ({
  path: `/projects/${await projectWith(fields)}/settings`,
  body,
});

/** Operations that need a confirmation only if they lower a protection. */
const LOWERING: readonly { readonly name: string; readonly when: string; readonly prepare: Prepare }[] = [
  {
    name: 'updateAccount',
    when: 'changes whether a second factor is required',
    prepare: () => ({ path: `${account}/settings`, body: { requires_second_factor: false } }),
  },
  {
    name: 'updateAccount',
    when: 'changes max_token_days',
    prepare: () => ({ path: `${account}/settings`, body: { max_token_days: 365 } }),
  },
  {
    name: 'updateIntegration',
    when: 'changes server_url',
    prepare: () => integrationEdit('jenkins', {}, { server_url: 'https://ci.studio.test' }),
  },
  {
    name: 'updateIntegration',
    when: 'no longer requires signatures',
    prepare: () => integrationEdit('github', { requireSignatures: true }, { require_signatures: false }),
  },
  {
    name: 'updateIntegration',
    when: 'accepts older signatures',
    prepare: () => integrationEdit('linear', {}, { signature_tolerance_minutes: 6 }),
  },
  {
    name: 'updateIntegration',
    when: 'accepts the token of a paused integration again',
    prepare: () => integrationEdit('github', { active: false }, { active: true }),
  },
  {
    name: 'setProjectState',
    when: 'accepts the webhooks of a paused project again',
    prepare: async () => ({
      path: `/projects/${await projectWith({ pausedAt: new Date() })}/state`,
      body: { state: 'active' },
    }),
  },
  {
    name: 'updateProject',
    when: 'lets people approve their own changes',
    prepare: () => projectEdit({ noSelfApproval: true }, { no_self_approval: false }),
  },
  {
    name: 'updateProject',
    when: 'asks for fewer approvals',
    prepare: () =>
      projectEdit({ approvalAssetTypes: ['texture', 'model'] }, { approval_asset_types: ['texture'] }),
  },
  {
    name: 'updateProject',
    when: 'lets browsers load previews from another host',
    prepare: () => projectEdit({ previewHosts: ['a.example'] }, { preview_hosts: ['a.example', 'b.example'] }),
  },
  {
    name: 'removeMember',
    when: 'removes an owner',
    prepare: async () => {
      const { userId } = await make.studio();
      await prisma.accountMembership.create({ data: { accountId, userId, role: 'owner' } });
      return { path: `${account}/members/${userId}` };
    },
  },
  {
    name: 'leaveAccount',
    when: 'removes the caller as an owner',
    prepare: async () => ({ path: `/accounts/${(await otherAccount(served)).id}/leave` }),
  },
];

/** The same operations, if they keep or raise a protection. */
const RAISING: readonly { readonly name: string; readonly what: string; readonly prepare: Prepare }[] = [
  {
    name: 'updateIntegration',
    what: 'signatures that become required',
    prepare: () => integrationEdit('github', {}, { require_signatures: true }),
  },
  {
    name: 'updateIntegration',
    what: 'signatures that expire earlier, and a pause',
    prepare: () => integrationEdit('linear', {}, { signature_tolerance_minutes: 4, active: false }),
  },
  {
    name: 'updateIntegration',
    what: 'settings that were so before',
    prepare: () => integrationEdit('linear', {}, { require_signatures: false, signature_tolerance_minutes: 5 }),
  },
  {
    name: 'setProjectState',
    what: 'a pause',
    prepare: async () => ({ path: `/projects/${await projectWith({})}/state`, body: { state: 'paused' } }),
  },
  {
    name: 'updateProject',
    what: 'more approvals, and fewer hosts',
    prepare: () =>
      projectEdit(
        { approvalAssetTypes: ['texture'], previewHosts: ['a.example', 'b.example'] },
        { no_self_approval: true, approval_asset_types: ['model', 'texture'], preview_hosts: ['b.example'] },
      ),
  },
  {
    name: 'updateAccount',
    what: 'a name',
    prepare: () => ({ path: `${account}/settings`, body: { name: 'Tidewater' } }),
  },
  {
    name: 'removeMember',
    what: 'a member who is no owner',
    prepare: async () => {
      const { userId } = await make.studio();
      await prisma.accountMembership.create({ data: { accountId, userId } });
      return { path: `${account}/members/${userId}` };
    },
  },
];

const send = (name: string, { path, body }: AuditedRequest, browser = owner.browser) =>
  browser.call(contractOf(name).method, path, body);

/** Makes the last proof of a person, the owner by default, ten minutes old. */
const expire = (userId = owner.id) =>
  prisma.session.updateMany({
    where: { userId },
    data: { confirmedAt: new Date(Date.now() - CONFIRMATION_MS) },
  });

/** Confirms with the password, or with a recovery code if the owner has a second factor. */
async function confirm() {
  const { body: ways } = await owner.browser.call('GET', '/confirmation');
  const code = 'abcd'.repeat(4);
  const codeHash = hashToken(`recovery code ${owner.id} ${code}`);
  if (ways.code) await prisma.recoveryCode.create({ data: { userId: owner.id, codeHash } });
  const answer = await owner.browser.call('POST', '/confirmation', ways.code ? { code } : { password: PASSWORD });
  expect(answer.status).toBe(200);
}

const named = (confirmation: EndpointRule['confirmation']) =>
  rules.flatMap(([name, rule]) => (rule.confirmation === confirmation ? [name] : []));

async function expectConfirmed(name: string, request: AuditedRequest) {
  await expire();
  const refused = await send(name, request);
  expect([name, refused.status, refused.body.error]).toEqual([name, 403, 'confirmation_required']);
  await confirm();
  const { status, body } = await send(name, request);
  expect([name, status < 300, body]).toEqual([name, true, body]);
}

describe('a confirmation that is at most ten minutes old', () => {
  it('is needed or not by a decision about every operation that changes something', () => {
    const always = [...endpoints].flatMap(([name, contract]) => (contract.confirmed ? [name] : []));
    expect(named('always').toSorted()).toEqual(always.toSorted());
    const sometimes = new Set(LOWERING.map(({ name }) => name));
    expect(named('when lowering').toSorted()).toEqual([...sometimes].toSorted());
  });

  it('is needed by every operation that returns a new secret', () => {
    // These return the address of the feed that the person has created before.
    const known = ['updateProject', 'setProjectState'];
    const unconfirmed = [...endpoints].filter(
      ([, { method, containsSecret, confirmed }]) => method !== 'GET' && containsSecret && !confirmed,
    );
    expect(unconfirmed.map(([name]) => name).toSorted()).toEqual(known.toSorted());
  });

  it.each(named('always'))('is needed by %s, and is enough', async (name) => {
    const prepare = requests[name];
    if (prepare === undefined) throw new Error(`Add a request to ${name} that succeeds.`);
    await expectConfirmed(name, await prepare());
  });

  it.each(LOWERING)('is needed by $name if it $when, and is enough', async ({ name, prepare }) => {
    await expectConfirmed(name, await prepare());
  });

  it.each(RAISING)('is not needed by $name for $what', async ({ name, prepare }) => {
    // Adding an integration needs a confirmation itself.
    await prisma.session.updateMany({ where: { userId: owner.id }, data: { confirmedAt: new Date() } });
    const request = await prepare();
    await expire();
    expect((await send(name, request)).status).toBe(200);
  });

  it.each(named('never'))('is not needed by %s', async (name) => {
    // Another owner: some requests end sessions.
    const { userId } = await make.studio();
    await prisma.accountMembership.create({ data: { accountId, userId, role: 'owner' } });
    const browser = await browserOf(userId);
    await expire(userId);
    const { body } = await send(name, anyRequest(name, served), browser);
    expect(body?.error).not.toBe('confirmation_required');
  });

  it.each([`${account}/export`, `${account}/audit_log/export`])(
    'is needed by the download of %s, and is enough',
    async (path) => {
      await expire();
      expect((await owner.browser.call('GET', path)).body.error).toBe('confirmation_required');
      await confirm();
      expect((await owner.browser.call('GET', path)).status).toBe(200);
    },
  );
});

describe('a page that gives access', () => {
  const pages: Readonly<Record<string, () => Promise<string> | string>> = {
    'of the login flow': () => `/cli/auth?port=8123&state=s&code_challenge=${proofKey().challenge}`,
    'of OAuth clients': async () => {
      const registered = await supertest(served.app)
        .post('/oauth/register')
        .send({ redirect_uris: [CALLBACK] });
      const query = { client_id: registered.body.client_id, redirect_uri: CALLBACK, response_type: 'code' };
      const key = { code_challenge: proofKey().challenge, code_challenge_method: 'S256' };
      return `/oauth/authorize?${new URLSearchParams({ ...query, ...key })}`;
    },
    'that sets up an authenticator app': () => '/second-factor/set-up',
  };

  it.each(Object.entries(pages))('%s asks for a confirmation first, and returns', async (_, pathOf) => {
    const path = await pathOf();
    await expire();
    const confirmation = String((await owner.browser.open(path)).headers['location']);
    expect(confirmation).toBe(`/confirm?${new URLSearchParams({ return_to: path })}`);
    const back = await owner.browser.submit(confirmation, { password: PASSWORD });
    expect(back.headers['location']).toBe(path);
    expect((await owner.browser.open(path)).status).toBe(200);
  });
});
