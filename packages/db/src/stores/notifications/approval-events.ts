import type { Decision } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { rowsOf } from '../../rows-of.js';
import { type Queryable, sql } from '../../sql.js';
import { iso } from '../../times.js';
import type { MergedAsset, TouchingCommit } from '../apply/assets/merged-assets.js';
import { isWanted } from './recipients.js';
import { collectNotification } from './write-notification.js';

/** A change may touch thousands of assets, in several batches. They become one message with their number. */
const COLLECT_MS = 20_000;

interface RequestedApproval {
  readonly asset: MergedAsset;
  readonly commit: TouchingCommit;
}

interface RequestEvent {
  readonly accountId: number;
  readonly projectId: number;
  readonly sha: string;
  readonly changeId: number;
  readonly assetId: string;
  readonly at: string;
  assets: number;
}

/** One event for each change that requested approvals, in projects where someone wants to know. */
function eventsOf(requests: readonly RequestedApproval[]): RequestEvent[] {
  const events = new Map<string, RequestEvent>();
  for (const { asset, commit } of requests) {
    const { accountId, projectId, hasNotificationRules } = asset.scope;
    if (!hasNotificationRules) continue;
    const key = `${projectId} ${commit.sha}`;
    const known = events.get(key);
    if (known !== undefined) known.assets += 1;
    else {
      const { sha, changeId, at } = commit;
      events.set(key, { accountId, projectId, sha, changeId, assetId: asset.id, at: iso(at), assets: 1 });
    }
  }
  return [...events.values()];
}

const ROW_TYPES = {
  accountId: 'int',
  projectId: 'int',
  sha: 'text',
  changeId: 'bigint',
  assetId: 'uuid',
  at: 'timestamptz',
  assets: 'int',
};

/** Commits of more than a day ago, such as those that a new integration reports, are left out. */
const writeRequests = defineQuery({
  name: 'write requests for approval',
  columns: {},
  examples: [[]],
  build: (events: readonly RequestEvent[]) => sql`
    INSERT INTO notifications (id, account_id, project_id, event, event_key, thread_key, detail, count, release_at)
    SELECT gen_random_uuid(), r.account_id, r.project_id, 'approval.requested', 'approval:' || r.sha,
      'approval:' || r.sha, jsonb_build_object('commitSha', r.sha, 'assetId', r.asset_id, 'exceptUserId',
        (SELECT c.author_user_id FROM changes c WHERE c.id = r.change_id)),
      r.assets, now() + make_interval(secs => ${COLLECT_MS / 1000})
    FROM ${rowsOf(events, ROW_TYPES)}
    WHERE r.at > now() - interval '1 day' AND EXISTS (SELECT FROM notification_rules n
      WHERE n.project_id = r.project_id AND n.event = 'approval.requested' AND n.enabled)
    ORDER BY r.project_id, r.sha
    ON CONFLICT (project_id, event_key) DO UPDATE SET count = notifications.count + EXCLUDED.count
      WHERE notifications.released_at IS NULL`,
});

/** Writes which changes of a batch requested approvals. Costs one statement if any did. */
export async function notifyOfRequests(tx: Queryable, requests: readonly RequestedApproval[]): Promise<void> {
  const events = eventsOf(requests);
  if (events.length > 0) await writeRequests.execute(tx, events);
}

/** A decision on some of the assets of a change. */
interface DecidedAssets {
  readonly accountId: number;
  readonly projectId: number;
  readonly commitSha: string;
  readonly status: Decision;
  readonly approverUserId: number;
  /** One of the assets. */
  readonly assetId: string;
  readonly assets: number;
}

/**
 * Tells the author of a change that someone decided on its assets, in the transaction that stores the decision. Decisions
 * that follow each other closely become one message.
 */
export async function notifyOfDecision(tx: DatabaseHandle, decided: DecidedAssets): Promise<void> {
  const { accountId, projectId, commitSha, status, approverUserId, assetId, assets } = decided;
  if (commitSha === '' || !(await isWanted(tx, projectId, 'approval.decided'))) return;
  const change = await tx.prisma.change.findFirst({
    where: { projectId, identifier: commitSha, authorUserId: { not: null } },
    select: { authorUserId: true },
  });
  const userId = change?.authorUserId ?? approverUserId;
  if (userId === approverUserId) return;
  await collectNotification(tx, {
    accountId,
    projectId,
    userId,
    event: 'approval.decided',
    holdMs: COLLECT_MS,
    count: assets,
    eventKey: `decided:${commitSha}:${status}:${approverUserId}`,
    threadKey: `approval:${commitSha}`,
    detail: { commitSha, assetId, status },
  });
}
