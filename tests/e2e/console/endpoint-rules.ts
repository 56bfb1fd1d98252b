import * as contracts from '@slipway/contracts';
import { type AuditedRequest, auditedRequests } from './audited-requests.js';
import type { ServedIntegrations } from './served-integrations.js';

/** What the console asks for before it does what an endpoint is for. */
export interface EndpointRule {
  /** Who may do it: every member of the account, or only its owners. */
  readonly role: 'member' | 'owner';
  /** Whether it needs a confirmation that is at most ten minutes old: always, if it lowers a protection, or never. */
  readonly confirmation: 'always' | 'when lowering' | 'never';
  readonly inReadOnlyAccount: 'allowed' | 'refused';
}

interface Rows extends EndpointRule {
  readonly why: string;
  readonly names: string;
}

const member = { role: 'member' } as const;
const owner = { role: 'owner' } as const;
const always = { confirmation: 'always' } as const;
const whenLowering = { confirmation: 'when lowering' } as const;
const never = { confirmation: 'never' } as const;
const allowed = { inReadOnlyAccount: 'allowed' } as const;
const refused = { inReadOnlyAccount: 'refused' } as const;

/** Every endpoint of the console, by what it needs and why. An endpoint of the API is listed if it changes something. */
const TABLE: readonly Rows[] = [
  {
    ...member,
    ...never,
    ...allowed,
    why: 'Reads what every member may see',
    names: `checkOwnership compareConsoleBuilds countAssets countReferences countTests findOwner getAccount getBilling getConfirmationWays getConsoleAsset getConsoleBuild
      getConsoleChange getConsoleDeployment getConsoleProblem getConsoleTask getHome getIntegration getJobSeries
      getMetricSeries getMyWork getNotificationSettings getOwnership getProjectSettings getRetention getSecondFactor getSession getTestSeries getWholeLog
      listAccountDeliveries listAccountMembers listAccountProjects listAccountViews listChangeAuthors listChangeFiles
      listConnectedLogins listConsoleBuilds listConsoleChanges listConsoleDeployments listConsoleProblems listConsoleTests listTestRenames listCredits listDeploymentLanes listFeedEvents listGroups listInbox listIntegrations listJobs
      listMaskedValues listNotificationChannels listNotificationPreviews listProjectMembers listProjectPeople
      listReviewGroups listReviewQueue listSavedViews listSentNotifications listSessions listTokens listTouchedRows
      listWaitingDeliveries locateDelivery previewNotificationFilter searchAccount searchAssets searchReferences`,
  },
  {
    ...owner,
    ...never,
    ...allowed,
    why: 'Reads what only owners may see, or tests without a change',
    names: 'checkAuditLog getSso listAuditLog testSso',
  },
  { ...member, ...always, ...allowed, why: 'Asks whether a page may go on', names: 'checkConfirmation' },
  {
    ...owner,
    ...always,
    ...allowed,
    why: 'Takes the data away, or deletes it',
    names: 'checkExport deleteAccount',
  },
  {
    ...member,
    ...never,
    ...refused,
    why: 'Work, which the feed, the history of the record or the audit log shows and which can be corrected',
    names: `createTask updateTask muteTest unmuteTest renameTest investigateBuildRun judgeFinding rerunBuildRun
      startCulpritSearch stopCulpritSearch reportCulpritRun editProblem updateProblem decideApprovals reopenApprovals
      decideReviewGroup submitApproval replayDelivery replayDeliveries saveView updateView deleteView saveAccountView updateAccountView
      deleteAccountView connectLogin disconnectLogin takeWeek`,
  },
  {
    ...member,
    ...never,
    ...allowed,
    why: 'Concerns only what the person sees and is told',
    names: `markInboxRead switchAccount renameYourself updateNotificationSettings updatePersonalRules renamePasskey`,
  },
  {
    ...member,
    ...never,
    ...allowed,
    why: 'Proves who the person is, or asks for the password itself',
    names: 'confirmIdentity requestPasskey changePassword',
  },
  {
    ...member,
    ...never,
    ...allowed,
    why: 'Takes access of the person away, which must be quick when something was stolen',
    names: 'revokeToken revokeApiToken shortenToken endCurrentSession endOneSession endOtherSessions',
  },
  {
    ...member,
    ...always,
    ...allowed,
    why: 'Gives access as the person, or changes what protects it',
    names: 'createToken restrictToken removePasskey renewFeedLink',
  },
  {
    ...owner,
    ...never,
    ...allowed,
    why: 'Takes access of others away, whatever the plan',
    names: 'withdrawInvitation',
  },
  {
    ...owner,
    ...whenLowering,
    ...allowed,
    why: 'Takes access of others away, whatever the plan. An owner is missing as a protection',
    names: 'removeMember',
  },
  {
    ...member,
    ...whenLowering,
    ...allowed,
    why: 'Members may always leave. An owner is missing as a protection',
    names: 'leaveAccount',
  },
  {
    ...owner,
    ...always,
    ...allowed,
    why: 'Hands the account over, or lets a person in again who lost a device, whatever the plan',
    names: 'changeMemberRole resetMemberSecondFactor',
  },
  {
    ...owner,
    ...never,
    ...allowed,
    why: 'Ends the read-only state of a trial that has expired',
    names: 'changePlan setPaymentMethod',
  },
  {
    ...owner,
    ...never,
    ...refused,
    why: 'Takes access of a tool or person away, which must be quick when something was stolen',
    names: 'endPreviousTokens endPreviousSecrets removeProjectMember disallowSsoAddress',
  },
  {
    ...owner,
    ...never,
    ...refused,
    why: 'Sends with stored credentials to where they belong, and stores nothing',
    names: `testGithubConnection testJenkinsServer testNotificationChannel tryNotificationChannel sendTestEvent
      replayNotification`,
  },
  { ...owner, ...never, ...refused, why: 'Proved by DNS', names: 'verifySsoDomain' },
  {
    ...owner,
    ...never,
    ...refused,
    why: 'Gives nobody new access, and an owner can change it back',
    names: `createAccount createProject renewBadgeLink addProjectMember addMaskedValue updateNotificationChannel
      removeNotificationChannel createGroup updateGroup deleteGroup saveOwnership`,
  },
  {
    ...owner,
    ...whenLowering,
    ...refused,
    why: 'Settings, some of which protect the account',
    names: 'updateAccount updateIntegration updateProject setProjectState',
  },
  {
    ...owner,
    ...always,
    ...refused,
    why: 'Gives access, lowers a protection, or deletes for good',
    names: `inviteMember resendInvitation copyInvitation createIntegration deleteIntegration deleteProject rotateIntegrationToken
      rotateIntegrationSecret removeIntegrationSecrets openHandshakeWindow saveGithubConnection setJenkinsToken
      setBuildkiteToken addNotificationChannel changeNotificationAddress rotateNotificationSecret removeMaskedValue purgeBuildLog
      saveSso removeSso setSsoState allowSsoAddress setProjectRetention holdAccount releaseAccount holdProject releaseProject`,
  },
];

const namesIn = ({ names }: Rows) => names.split(/\s+/);

/** The names of the table, repeated if they are in it twice. */
export const listedNames: readonly string[] = TABLE.flatMap(namesIn);

export const rules: readonly (readonly [name: string, rule: EndpointRule])[] = TABLE.flatMap((rows) =>
  namesIn(rows).map((name) => [name, rows] as const),
);

export interface Contract {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly scope: string;
  readonly group: { readonly name: string };
  readonly role?: 'owner';
  readonly confirmed?: boolean;
  readonly containsSecret?: boolean;
  readonly body?: { readonly wrapper: string | null; readonly example: Readonly<Record<string, unknown>> };
}

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value;

/** The endpoints that belong in the table. Those that need no token are not served by the console. */
export const endpoints: ReadonlyMap<string, Contract> = new Map(
  Object.entries<unknown>(contracts).flatMap(([name, value]) => {
    if (!isContract(value) || value.scope === 'public') return [];
    return value.group.name === 'Console' || value.method !== 'GET' ? [[name, value] as const] : [];
  }),
);

export function contractOf(name: string): Contract {
  const contract = endpoints.get(name);
  if (contract === undefined) throw new Error(`There is no endpoint ${name}.`);
  return contract;
}

/** A request to any endpoint, in an account and a project, about things that need not exist. */
export function anyRequest(name: string, { accountId, project }: ServedIntegrations): AuditedRequest {
  const { path, body, group } = contractOf(name);
  const filled = path
    .replace(':account_id', String(accountId))
    .replace(':project_id', String(project.id))
    .replace(/:\w+/g, '2147483647');
  const example = body?.wrapper ? { [body.wrapper]: body.example } : body?.example;
  const place = group.name === 'Console' ? filled : `/v1${filled.replace('/v1', '')}`;
  return { path: place, ...(example && { body: example }) };
}

type Prepare = () => Promise<AuditedRequest> | AuditedRequest;

/** Another account of the owner, who is not its only one. */
export async function otherAccount({ make, database, owner: { id: userId } }: ServedIntegrations) {
  const { accountId: id } = await make.studio();
  await database.prisma.accountMembership.create({ data: { accountId: id, userId, role: 'owner' } });
  return database.prisma.account.findUniqueOrThrow({ where: { id } });
}

/** Requests that succeed, for every endpoint that writes an audit entry or needs a confirmation. */
export function validRequests(served: ServedIntegrations, hookUrl: string): Readonly<Record<string, Prepare>> {
  return {
    ...auditedRequests(served, hookUrl),
    checkConfirmation: () => ({ path: '/confirmation/check' }),
    checkExport: () => ({ path: `/accounts/${served.accountId}/export/check` }),
    deleteAccount: async () => {
      const { id, name } = await otherAccount(served);
      return { path: `/accounts/${id}/delete`, body: { name } };
    },
    leaveAccount: async () => ({ path: `/accounts/${(await otherAccount(served)).id}/leave` }),
  };
}
