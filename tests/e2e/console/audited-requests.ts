import { randomUUID } from 'node:crypto';
import { newId } from '@slipway/domain';
import { eventually } from '@slipway/testing';
import { groupRequests } from './group-requests.js';
import { retentionRequests } from './retention-requests.js';
import type { ServedIntegrations } from './served-integrations.js';
import { newSessionCookie } from './session-cookie.js';
import { ssoRequests } from './sso-requests.js';
import { testRequests } from './test-requests.js';

const PASSWORD = 'correct horse battery';
/** Its Argon2id hash. */
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$3bRZIHIJW0Rg0Wti1gRwIA$DLzlht2xlfieGV4iO+mzPfx3LB2fAvhJC3MQQp1B6W8';

/** A request that succeeds: method, path below `/console/api`, body, and the action that the audit log names. */
export interface AuditedRequest {
  readonly path: string;
  readonly body?: object;
  /** If the contract does not name it. */
  readonly action?: string;
}

/** Prepares a request to an endpoint. */
type Prepare = () => Promise<AuditedRequest> | AuditedRequest;

/** For every endpoint that writes an audit entry, a request that makes a change. */
export function auditedRequests(served: ServedIntegrations, hookUrl: string): Readonly<Record<string, Prepare>> {
  const account = `/accounts/${served.accountId}`;
  const project = `/projects/${served.project.id}`;
  const requests = {
    ...personalRequests(served, project),
    ...memberRequests(served, account, project),
    ...accountRequests(served, account, project),
    ...groupRequests(served, account, project),
    ...ssoRequests(served, account),
    ...retentionRequests(served, account, project),
    ...integrationRequests(served),
    ...channelRequests(served, `${project}/notification_channels`, hookUrl),
    ...workRequests(served, account, project),
    ...testRequests(served, project),
  };
  // A hold that one request sets would refuse others.
  const unheld =
    (prepare: Prepare): Prepare =>
    async () => {
      await served.database.prisma.legalHold.deleteMany();
      return prepare();
    };
  return Object.fromEntries(Object.entries(requests).map(([name, prepare]) => [name, unheld(prepare)]));
}

function personalRequests(
  { make, database, owner }: ServedIntegrations,
  project: string,
): Readonly<Record<string, Prepare>> {
  const { prisma } = database;
  const passkeyPath = async () => {
    const key = { credentialId: randomUUID(), publicKey: Buffer.alloc(1), name: 'Laptop' };
    return `/passkeys/${(await prisma.passkey.create({ data: { userId: owner.id, ...key } })).id}`;
  };
  const tokenPath = async (verb: string) => `/tokens/${(await make.apiToken(owner.id)).id}/${verb}`;
  return {
    createToken: () => ({ path: '/tokens', body: { name: 'Bot', scopes: ['ping'], expires_in_days: 1 } }),
    restrictToken: async () => ({ path: await tokenPath('restrict'), body: { networks: ['10.0.0.0/8'] } }),
    shortenToken: async () => {
      await prisma.account.updateMany({ data: { maxTokenDays: 30 } });
      return { path: await tokenPath('shorten') };
    },
    revokeToken: async () => ({ path: await tokenPath('revoke') }),
    revokeApiToken: async () => ({
      path: `/v1/tokens/${(await make.apiToken(owner.id)).id}`,
      action: 'token.revoke',
    }),
    changePassword: async () => {
      await prisma.user.update({ where: { id: owner.id }, data: { passwordHash } });
      return {
        path: '/password',
        body: { current_password: PASSWORD, new_password: 'nine paper boats at dusk' },
      };
    },
    renamePasskey: async () => ({ path: await passkeyPath(), body: { name: 'Old laptop' } }),
    removePasskey: async () => ({ path: await passkeyPath() }),
    endOneSession: async () => {
      await newSessionCookie(database, owner.id);
      const { id } = await prisma.session.findFirstOrThrow({
        where: { userId: owner.id },
        orderBy: { createdAt: 'desc' },
      });
      return { path: `/sessions/${id}/end` };
    },
    endOtherSessions: async () => {
      await newSessionCookie(database, owner.id);
      return { path: '/sessions/end_others' };
    },
    renameYourself: () => ({ path: '/profile', body: { name: 'Maren Holt' } }),
    updateNotificationSettings: () => ({
      path: '/notification_settings',
      body: { mail: 'digest', time_zone: 'Europe/Berlin', quiet_from: null, quiet_until: null, digest_hour: 9 },
    }),
    updatePersonalRules: () => ({
      path: `${project}/notification_rules`,
      body: { rules: [{ event: 'main_job.broke', enabled: true, threshold: null }] },
    }),
  };
}

function memberRequests(
  { make, database, accountId, project: { id: projectId }, owner }: ServedIntegrations,
  account: string,
  project: string,
): Readonly<Record<string, Prepare>> {
  const { prisma } = database;
  const newMember = async () => {
    const { userId } = await make.studio();
    await prisma.accountMembership.create({ data: { accountId, userId } });
    return userId;
  };
  const invitationPath = async (email: string) => {
    const id = newId();
    const expiresAt = new Date(Date.now() + 86_400_000);
    const invitation = { accountId, email, role: 'member', invitedById: owner.id, expiresAt } as const;
    await prisma.invitation.deleteMany({ where: { accountId, email } });
    await prisma.invitation.create({ data: { id, ...invitation } });
    return `${account}/invitations/${id}`;
  };
  return {
    inviteMember: () => ({ path: `${account}/invitations`, body: { email: 'a@studio.test', role: 'member' } }),
    resendInvitation: async () => ({ path: `${await invitationPath('c@studio.test')}/resend` }),
    copyInvitation: async () => ({ path: `${await invitationPath('d@studio.test')}/link` }),
    withdrawInvitation: async () => ({ path: await invitationPath('b@studio.test') }),
    changeMemberRole: async () => ({ path: `${account}/members/${await newMember()}`, body: { role: 'owner' } }),
    removeMember: async () => ({ path: `${account}/members/${await newMember()}` }),
    resetMemberSecondFactor: async () => {
      const { userId } = await make.member({ id: projectId, accountId });
      await prisma.secondFactor.create({ data: { userId, ciphertext: Buffer.alloc(1), confirmedAt: new Date() } });
      const path = `${account}/members/${userId}/reset_second_factor`;
      return { path, action: 'member.reset_second_factor' };
    },
    addProjectMember: async () => ({ path: `${project}/members`, body: { user_id: await newMember() } }),
    removeProjectMember: async () => {
      const userId = await newMember();
      await prisma.projectMembership.create({ data: { projectId, userId } });
      return { path: `${project}/members/${userId}` };
    },
    connectLogin: () => ({
      path: `${account}/connected_accounts`,
      body: { user_id: owner.id, provider: 'perforce', uid: 'mholt' },
    }),
    disconnectLogin: async () => {
      const data = { accountId, userId: owner.id, provider: 'jira', uid: 'maren' } as const;
      return { path: `${account}/connected_accounts/${(await prisma.connectedAccount.create({ data })).id}` };
    },
    leaveAccount: async () => {
      await prisma.accountMembership.update({
        where: { userId_accountId: { userId: await newMember(), accountId } },
        data: { role: 'owner' },
      });
      return { path: `${account}/leave` };
    },
  };
}

function accountRequests(
  { make, database, accountId, project: { id: projectId }, owner }: ServedIntegrations,
  account: string,
  project: string,
): Readonly<Record<string, Prepare>> {
  const { prisma } = database;
  return {
    updateAccount: () => ({ path: `${account}/settings`, body: { time_zone: 'Europe/Berlin' } }),
    changePlan: () => ({ path: `${account}/plan`, body: { plan: 'studio' } }),
    setPaymentMethod: () => ({ path: `${account}/payment_method`, body: { present: true } }),
    createAccount: () => ({
      path: `${account}/accounts`,
      body: { name: 'Driftwood', project_name: 'Undertow', engine: 'unreal' },
    }),
    createProject: () => ({ path: `${account}/projects`, body: { name: 'Harbor', engine: 'unreal' } }),
    updateProject: () => ({ path: `${project}/settings`, body: { approval_asset_types: ['texture'] } }),
    setProjectState: async () => ({
      path: `/projects/${(await make.project(accountId)).id}/state`,
      body: { state: 'paused' },
    }),
    deleteProject: async () => {
      const { id } = await make.project(accountId, { archivedAt: new Date() });
      const { name } = await prisma.project.findUniqueOrThrow({ where: { id } });
      return { path: `/projects/${id}/delete`, body: { name } };
    },
    renewBadgeLink: () => ({ path: `${project}/badge_link` }),
    renewFeedLink: () => ({ path: `${project}/feed_link` }),
    addMaskedValue: () => ({ path: `${project}/masked_values`, body: { name: 'A', value: 'correct horse' } }),
    removeMaskedValue: async () => {
      const stored = { ciphertext: Buffer.alloc(1), fingerprint: '0'.repeat(64) };
      const data = { projectId, name: 'B', createdById: owner.id, ...stored };
      return { path: `${project}/masked_values/${(await prisma.maskedValue.create({ data })).id}` };
    },
  };
}

function integrationRequests({ add, list, owner }: ServedIntegrations): Readonly<Record<string, Prepare>> {
  const of = async (provider: string) => `${list}/${(await add(provider)).integration.id}`;
  const overlap = { body: { overlap: '1h' } };
  return {
    createIntegration: () => ({ path: list, body: { provider: 'github', name: 'GitHub' } }),
    updateIntegration: async () => ({ path: await of('github'), body: { active: false } }),
    deleteIntegration: async () => ({ path: await of('github') }),
    sendTestEvent: async () => ({ path: `${await of('jenkins')}/test_event` }),
    rotateIntegrationToken: async () => ({ path: `${await of('github')}/token`, ...overlap }),
    endPreviousTokens: async () => {
      const path = `${await of('github')}/token`;
      await owner.browser.call('POST', path, overlap.body);
      return { path: `${path}/previous` };
    },
    rotateIntegrationSecret: async () => ({ path: `${await of('github')}/secret`, ...overlap }),
    endPreviousSecrets: async () => {
      const path = `${await of('github')}/secret`;
      await owner.browser.call('POST', path, overlap.body);
      await owner.browser.call('POST', path, overlap.body);
      return { path: `${path}/previous` };
    },
    removeIntegrationSecrets: async () => ({ path: `${await of('github')}/secret` }),
    openHandshakeWindow: async () => ({ path: `${await of('asana')}/handshake_window` }),
    saveGithubConnection: async () => ({
      path: `${await of('github')}/github_connection`,
      body: { comments: true, credential: 'github_pat_1' },
    }),
    setBuildkiteToken: async () => ({
      path: `${await of('buildkite')}/buildkite_token`,
      body: { api_token: 'bkua_1' },
    }),
    setJenkinsToken: async () => ({ path: `${await of('jenkins')}/jenkins_token`, body: { api_token: '11ab' } }),
  };
}

function channelRequests(
  { owner, database }: ServedIntegrations,
  list: string,
  url: string,
): Readonly<Record<string, Prepare>> {
  const fields = { kind: 'webhook', name: 'Hook', url };
  const channel = async () =>
    `${list}/${(await owner.browser.call('POST', list, fields)).body.channel.id as string}`;
  return {
    addNotificationChannel: () => ({ path: list, body: fields }),
    updateNotificationChannel: async () => ({ path: await channel(), body: { name: 'Renamed' } }),
    removeNotificationChannel: async () => ({ path: await channel() }),
    changeNotificationAddress: async () => ({ path: `${await channel()}/address`, body: { url } }),
    tryNotificationChannel: async () => ({ path: `${await channel()}/try` }),
    testNotificationChannel: async () => ({ path: `${await channel()}/test` }),
    rotateNotificationSecret: async () => ({ path: `${await channel()}/secret` }),
    replayNotification: async () => {
      const path = await channel();
      await owner.browser.call('POST', `${path}/test`);
      const where = { channelId: path.slice(list.length + 1), status: { not: 'pending' } } as const;
      const { id } = await eventually(
        'the test message is sent',
        async () => (await database.prisma.notificationDelivery.findFirst({ where })) ?? undefined,
      );
      return { path: `${path}/deliveries/${id}/replay` };
    },
  };
}

function workRequests(
  { make, project: scope, add, owner }: ServedIntegrations,
  account: string,
  project: string,
): Readonly<Record<string, Prepare>> {
  const approval = async (fields: Readonly<Record<string, unknown>> = {}) => {
    const { id: assetId } = await make.asset(scope);
    return { assetId, id: (await make.approval(scope, assetId, fields)).id };
  };
  const delivery = async () => {
    const { integration } = await add('jenkins');
    const report = { job_name: 'Harbor', build_number: 1, status: 'SUCCESS' };
    return make.delivery(scope, { integrationId: integration.id, event: 'build_report', body: report });
  };
  const decision = { status: 'approved' };
  return {
    decideApprovals: async () => ({
      path: `${account}/approvals/decide`,
      body: { approval_ids: [(await approval()).id], ...decision },
      action: 'approval.decide',
    }),
    decideReviewGroup: async () => {
      await approval({ commitSha: '48211' });
      const path = `${project}/approval_groups/decide`;
      return { path, body: { commit_sha: '48211', ...decision }, action: 'approval.decide_group' };
    },
    reopenApprovals: async () => {
      const { id } = await approval({ status: 'denied', decidedAt: new Date(), approverUserId: owner.id });
      return { path: `${account}/approvals/reopen`, body: { approval_ids: [id] }, action: 'approval.reopen' };
    },
    submitApproval: async () => ({
      path: `/v1${project}/assets/${(await approval()).assetId}/approvals`,
      body: decision,
      action: 'approval.decide',
    }),
    purgeBuildLog: async () => {
      const { id } = await make.buildRun(scope, { hasLog: true });
      return { path: `${project}/builds/${id}/purge_log` };
    },
    replayDelivery: async () => ({
      path: `/v1${project}/deliveries/${(await delivery()).id}/replay`,
      body: {},
      action: 'delivery.replay',
    }),
    replayDeliveries: async () => {
      await delivery();
      const body = { outcome: ['applied'], since: '2020-01-01' };
      return { path: `/v1${project}/deliveries/replay`, body, action: 'delivery.replay' };
    },
  };
}
