import { describe, expect, it } from '@jest/globals';
import * as contracts from '@slipway/contracts';
import { hashToken, newId } from '@slipway/domain';
import { testReceiver } from '@slipway/testing';
import supertest from 'supertest';
import { CALLBACK, proofKey } from '../oauth-service.js';
import { type AuditedRequest, auditedRequests } from './audited-requests.js';
import { serveIntegrations } from './served-integrations.js';
import { CONFIRMATION_MS, PASSWORD, passwordHash } from './served-sign-in.js';

const receiver = await testReceiver();
const served = await serveIntegrations({ NOTIFICATION_ALLOWED_NETWORKS: '127.0.0.0/8' });
const { database, accountId, owner, make, add, list } = served;
const { prisma } = database;
await prisma.user.update({ where: { id: owner.id }, data: { passwordHash } });

interface Contract {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly confirmed?: boolean;
  readonly containsSecret?: boolean;
}

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value;
const all = Object.entries<unknown>(contracts).flatMap(([name, value]) =>
  isContract(value) ? [[name, value] as const] : [],
);
const writes = all.filter(([, { method }]) => method !== 'GET');
const confirmed = all.filter(([, contract]) => contract.confirmed);

type Prepare = () => Promise<AuditedRequest> | AuditedRequest;

/** Another account of the owner, who is not its only one. */
async function otherAccount() {
  const { accountId: id } = await make.studio();
  await prisma.accountMembership.create({ data: { accountId: id, userId: owner.id, role: 'owner' } });
  return prisma.account.findUniqueOrThrow({ where: { id } });
}

const account = `/accounts/${accountId}`;
const requests: Readonly<Record<string, Prepare>> = {
  ...auditedRequests(served, receiver.url),
  checkConfirmation: () => ({ path: '/confirmation/check' }),
  checkExport: () => ({ path: `${account}/export/check` }),
  deleteAccount: async () => {
    const { id, name } = await otherAccount();
    return { path: `/accounts/${id}/delete`, body: { name } };
  },
};

/** Operations that need a confirmation only with some values. */
const SOMETIMES: readonly { readonly name: string; readonly when: string; readonly prepare: Prepare }[] = [
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
    prepare: async () => ({
      path: `${list}/${(await add('jenkins')).integration.id}`,
      body: { server_url: 'https://ci.studio.test' },
    }),
  },
  {
    name: 'inviteMember',
    when: 'invites an owner',
    prepare: () => ({ path: `${account}/invitations`, body: { email: `${newId()}@studio.test`, role: 'owner' } }),
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
    prepare: async () => ({ path: `/accounts/${(await otherAccount()).id}/leave` }),
  },
];

/** Operations for which a session is enough, by the reason. */
const NEVER: Readonly<Record<string, readonly string[]>> = {
  'Work, which the feed, the history of the record or the audit log shows and which can be corrected': [
    ...['createTask', 'updateTask', 'investigateBuildRun', 'updateProblem', 'decideApprovals', 'reopenApprovals'],
    ...['decideReviewGroup', 'submitApproval', 'replayDelivery', 'replayDeliveries', 'replayNotification'],
  ],
  'Concerns only what the person sees and is told': [
    ...['saveView', 'updateView', 'deleteView', 'markInboxRead', 'switchAccount', 'renameYourself'],
    ...['saveAccountView', 'updateAccountView', 'deleteAccountView'],
    ...['updateNotificationSettings', 'updatePersonalRules', 'renamePasskey'],
  ],
  'Proves who the person is, or asks for the password itself': [
    ...['confirmIdentity', 'requestPasskey', 'changePassword'],
  ],
  'Takes access away, which must be quick when something was stolen': [
    ...['revokeToken', 'shortenToken', 'endPreviousToken', 'endCurrentSession', 'endOneSession'],
    ...['endOtherSessions', 'withdrawInvitation', 'removeProjectMember', 'disconnectLogin'],
    'disallowSsoAddress',
  ],
  'Reads or tests, and changes nothing': [
    ...['testSso', 'testGithubConnection', 'testJenkinsServer', 'testNotificationChannel', 'sendTestEvent'],
  ],
  'Proved by DNS': ['verifySsoDomain'],
  'Issues a token for a code, which needed a confirmation': ['exchangeToken'],
  'A setting that an owner can change back, and that gives nobody new access': [
    ...['createProject', 'updateProject', 'setProjectState', 'renewBadgeLink', 'addProjectMember', 'connectLogin'],
    ...['addMaskedValue', 'removeMaskedValue', 'updateNotificationChannel', 'removeNotificationChannel'],
    ...['changePlan', 'setPaymentMethod'],
  ],
};

const send = (name: string, { path, body }: AuditedRequest) => {
  const [, contract] = all.find(([known]) => known === name) ?? [];
  return owner.browser.call(contract?.method ?? 'GET', path, body);
};

/** Makes the owner's last proof ten minutes old. */
const expire = () =>
  prisma.session.updateMany({
    where: { userId: owner.id },
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
    const sometimes = new Set(SOMETIMES.map(({ name }) => name));
    const always = writes.flatMap(([name, contract]) => (contract.confirmed ? [name] : []));
    const decided = [...always, ...sometimes, ...Object.values(NEVER).flat()];
    expect(decided.toSorted()).toEqual(writes.map(([name]) => name).toSorted());
  });

  it('is needed by every operation that returns a new secret', () => {
    // These return the address of the feed that the person has created before.
    const known = ['updateProject', 'setProjectState', 'exchangeToken'];
    const unconfirmed = writes.filter(([, contract]) => contract.containsSecret && !contract.confirmed);
    expect(unconfirmed.map(([name]) => name).toSorted()).toEqual(known.toSorted());
  });

  it.each(confirmed.map(([name]) => name))('is needed by %s, and is enough', async (name) => {
    const prepare = requests[name];
    if (prepare === undefined) throw new Error(`Add a request to ${name} that succeeds.`);
    await expectConfirmed(name, await prepare());
  });

  it.each(SOMETIMES)('is needed by $name if it $when, and is enough', async ({ name, prepare }) => {
    await expectConfirmed(name, await prepare());
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
      const asked = { client_id: registered.body.client_id, redirect_uri: CALLBACK, response_type: 'code' };
      const key = { code_challenge: proofKey().challenge, code_challenge_method: 'S256' };
      return `/oauth/authorize?${new URLSearchParams({ ...asked, ...key })}`;
    },
    'that sets up an authenticator app': () => '/second-factor/set-up',
  };

  it.each(Object.entries(pages))('%s asks for a confirmation first, and returns', async (_, pathOf) => {
    const path = await pathOf();
    await expire();
    const asked = String((await owner.browser.open(path)).headers['location']);
    expect(asked).toBe(`/confirm?${new URLSearchParams({ return_to: path })}`);
    const back = await owner.browser.submit(asked, { password: PASSWORD });
    expect(back.headers['location']).toBe(path);
    expect((await owner.browser.open(path)).status).toBe(200);
  });
});
