import type { AssetApproval, BuildLink, BuildStatus, ChangeLink } from '@slipway/contracts';
import type { ChangeLinkRecord, ReviewItemRecord } from '@slipway/db';
import { type Redactor, redactAuthor, redactName, sanitizeText } from '@slipway/domain';
import { presentTime } from '@slipway/rest';
import type { ConsoleServices } from './services.js';

export function presentChangeLink(change: ChangeLinkRecord, { nameOf, redactor }: People): ChangeLink {
  return {
    id: change.id,
    display_identifier: sanitizeText(change.displayIdentifier),
    subject: sanitizeText(change.description.split('\n')[0] ?? ''),
    author: presentAuthor({ nameOf, redactor }, change.authorUserId, change.author),
  };
}

type LinkedApproval = Pick<
  ReviewItemRecord,
  | 'id'
  | 'status'
  | 'approvalStage'
  | 'assetVersion'
  | 'commitSha'
  | 'change'
  | 'approverUserId'
  | 'comments'
  | 'createdAt'
  | 'decidedAt'
>;

/** A decision on an asset, or the request for one. */
export function presentAssetApproval(approval: LinkedApproval, people: People): AssetApproval {
  return {
    id: approval.id,
    status: approval.status,
    stage: sanitizeText(approval.approvalStage),
    asset_version: approval.assetVersion,
    commit_sha: sanitizeText(approval.commitSha),
    change: approval.change && presentChangeLink(approval.change, people),
    approver: people.nameOf(approval.approverUserId),
    comments: sanitizeText(approval.comments),
    created_at: presentTime(approval.createdAt),
    decided_at: presentTime(approval.decidedAt),
  };
}

interface LinkedBuild {
  readonly id: number;
  readonly jobName: string;
  readonly buildNumber: string;
  readonly status: BuildStatus;
}

/** A build as other records refer to it; `stale` has the ids of the builds that no longer count as running. */
export function presentBuildLink(
  { id, jobName, buildNumber, status }: LinkedBuild,
  stale: ReadonlySet<number>,
  redactor: Redactor,
): BuildLink {
  return {
    id: String(id),
    status,
    is_stale: stale.has(id),
    job_name: redactName(jobName, redactor),
    number: sanitizeText(buildNumber),
  };
}

/** Returns the name of a user of the account. A user who has left has no name. */
export type NameOf = (userId: number | null) => string;

/** How people are named: members by their name, others as the project's tools name them. */
export interface People {
  readonly nameOf: NameOf;
  readonly redactor: Redactor;
}

export const FORMER_MEMBER = 'A former member';

export async function accountNames(services: ConsoleServices, accountId: number): Promise<NameOf> {
  const nameOf = await memberNames(services, accountId);
  return (userId) => (userId === null ? '' : (nameOf(userId) ?? FORMER_MEMBER));
}

/** Returns the name of a user of the account; null for anyone else. */
export async function memberNames({ reads }: ConsoleServices, accountId: number) {
  const names = new Map((await reads.listMemberNames(accountId)).map(({ id, name }) => [id, name]));
  return (userId: number | null): string | null => names.get(userId ?? 0) ?? null;
}

/** The actor: the user if known, otherwise the author as named by the tool. */
export function presentActor({ nameOf, redactor }: People, userId: number | null, label: string): string {
  return nameOf(userId) || redactAuthor(label, redactor).trim();
}

/** The author of a change: the member's name, otherwise the author as named by the tool. */
export function presentAuthor({ nameOf, redactor }: People, userId: number | null, label: string): string {
  const name = nameOf(userId);
  const isMember = name !== '' && name !== FORMER_MEMBER;
  return isMember ? name : redactAuthor(label, redactor).trim() || name;
}
