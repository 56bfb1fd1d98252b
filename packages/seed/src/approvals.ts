import type { ApprovalStatus } from '@slipway/contracts';
import type { AssetDraft } from './assets.js';
import type { ChangeDraft } from './changes.js';
import type { Random } from './random.js';
import type { Scope } from './scope.js';
import { after, day, earlier, second, soonAfter, uuidAt } from './times.js';

export interface ApprovalRow {
  id: string;
  accountId: number;
  projectId: number;
  assetId: string;
  commitSha: string;
  approvalStage: string;
  approvalType: string;
  status: ApprovalStatus;
  approverUserId: number | null;
  comments: string;
  assetVersion: number;
  approvedAt: Date | null;
  deniedAt: Date | null;
  ignoredAt: Date | null;
  decidedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const stages = ['art_review', 'review', 'content_review', 'art_review', 'bulk_approval'];

// The states of the newest approvals, in rotation, so that even a small project has each of them.
const newest: ApprovalStatus[] = ['pending', 'approved', 'approved', 'denied', 'ignored', 'pending', 'approved'];

const decided = ['approved', 'denied', 'ignored'] as const;

const comments: Record<ApprovalStatus, string[]> = {
  pending: [''],
  approved: [
    'Reads well at gameplay distance.',
    'Good to go.',
    'Matches the sheet. Thanks to ana.sousa@contract.example.com for the quick fix.',
    '',
  ],
  denied: [
    'Texel density is off compared with the neighbours.',
    'Loop pops after two seconds.',
    'Please ask producer@tidewater.test which variant ships.',
  ],
  ignored: ['Placeholder, will be replaced.', 'Superseded by the next version.'],
};

function decision(
  random: Random,
  scope: Scope,
  status: ApprovalStatus,
  { from, until }: { from: Date; until: Date },
) {
  const people = scope.authors.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  const decidedAt = status === 'pending' ? null : soonAfter(random, from, 2 * day, until);
  const when = (decision: ApprovalStatus) => (status === decision ? decidedAt : null);
  return {
    status,
    approverUserId: decidedAt && random.pick(people),
    comments: random.pick(comments[status]),
    approvedAt: when('approved'),
    deniedAt: when('denied'),
    ignoredAt: when('ignored'),
    decidedAt,
    updatedAt: decidedAt ?? from,
  };
}

interface Planned {
  asset: AssetDraft;
  version: number;
  status: ApprovalStatus;
}

function approve(random: Random, scope: Scope, { asset, version, status }: Planned): ApprovalRow {
  const change = asset.versions[version - 1] as ChangeDraft;
  const createdAt = after(change.row.createdAt, random.int(1, 5) * second);
  // A version is decided before the next one arrives.
  const until = earlier(asset.versions[version]?.row.createdAt ?? scope.now, scope.now);
  return {
    id: uuidAt(random, createdAt),
    accountId: scope.accountId,
    projectId: scope.projectId,
    assetId: asset.row.id,
    commitSha: change.row.identifier,
    approvalStage: random.pick(stages),
    approvalType: 'manual',
    assetVersion: version,
    createdAt,
    ...decision(random, scope, status, { from: createdAt, until }),
  };
}

/**
 * Creates the approvals of each asset. Every eighth asset has none; the others have one for their newest version,
 * and those with several versions often have one for an earlier version too. The asset's own state follows the
 * newest.
 */
export function makeApprovals(scope: Scope, assets: AssetDraft[]): ApprovalRow[] {
  const random = scope.random('approvals');
  return assets.flatMap((asset, index) => {
    if (index % 8 === 7) return [];
    const status = newest[index % newest.length] as ApprovalStatus;
    const latest = asset.versions.length;
    const older = latest > 1 && index % 2 === 0 ? Array.from({ length: latest - 1 }, (_, at) => at + 1) : [];
    asset.row.approvalStatus = status;
    return [
      ...older.map((version) => approve(random, scope, { asset, version, status: random.pick(decided) })),
      approve(random, scope, { asset, version: latest, status }),
    ];
  });
}
