import { compareText, newId } from '@slipway/domain';
import { columnsOf, pick, type RowOf } from '../../../columns.js';
import { defineQuery } from '../../../define-query.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, sql } from '../../../sql.js';
import { iso } from '../../../times.js';
import { notifyOfRequests } from '../../notifications/approval-events.js';
import type { MergedAsset, ReportedAsset, TouchingCommit } from './merged-assets.js';

const columns = pick(columnsOf('Approval'), 'id', 'assetId', 'status', 'commitSha', 'commitAt');

type StoredApproval = RowOf<typeof columns>;

interface Request {
  readonly asset: MergedAsset;
  readonly commit: TouchingCommit;
}

function compareCommits(a: Pick<TouchingCommit, 'sha' | 'at'>, b: Pick<TouchingCommit, 'sha' | 'at'>): number {
  return a.at - b.at || compareText(a.sha, b.sha);
}

/** The assets whose type requires approval, each with the newest commit in the batch. */
function requestsOf(assets: readonly ReportedAsset[]): Request[] {
  return assets.flatMap(({ asset, reports }) => {
    const type = asset.after.fields.assetType?.value;
    if (type === undefined || !asset.scope.approvalAssetTypes.includes(type)) return [];
    const commits = reports.flatMap(({ commit }) => (commit === null ? [] : [commit]));
    const newest = commits.toSorted(compareCommits).at(-1);
    return newest === undefined ? [] : [{ asset, commit: newest }];
  });
}

const approvalsOfAssets = defineQuery({
  name: 'load approvals of assets',
  columns,
  examples: [[]],
  build: (assetIds: readonly string[], select) => sql`SELECT ${select} FROM approvals
    WHERE asset_id = ANY(${assetIds}::uuid[]) ORDER BY created_at, id`,
});

async function loadApprovals(tx: Queryable, requests: readonly Request[]): Promise<Map<string, StoredApproval[]>> {
  const ids = requests.filter(({ asset }) => asset.before !== null).map(({ asset }) => asset.id);
  const byAsset = new Map<string, StoredApproval[]>();
  if (ids.length === 0) return byAsset;
  for (const row of await approvalsOfAssets.all(tx, ids)) {
    const own = byAsset.get(row.assetId);
    if (own === undefined) byAsset.set(row.assetId, [row]);
    else own.push(row);
  }
  return byAsset;
}

/** A commit requests approval once, and not if a newer commit has already done so. */
function isNewer(commit: TouchingCommit, approvals: readonly StoredApproval[]): boolean {
  return approvals.every(
    ({ commitSha: sha, commitAt }) =>
      sha !== commit.sha && compareCommits({ sha, at: commitAt?.getTime() ?? 0 }, commit) < 0,
  );
}

/**
 * Requests approval of the assets that commits touched. A pending request moves to the newer commit; if none is
 * pending, a new one is created. The transaction must have locked the assets, as a decision on an approval does.
 */
export async function requestApprovals(
  tx: Queryable,
  assets: readonly ReportedAsset[],
): Promise<{ asset: MergedAsset; id: string }[]> {
  const requests = requestsOf(assets);
  if (requests.length === 0) return [];
  const known = await loadApprovals(tx, requests);
  const moved: IdentifiedRequest[] = [];
  const added: IdentifiedRequest[] = [];
  for (const request of requests) {
    const approvals = known.get(request.asset.id) ?? [];
    if (!isNewer(request.commit, approvals)) continue;
    const pending = approvals.findLast(({ status }) => status === 'pending');
    if (pending === undefined) added.push({ ...request, id: newId() });
    else moved.push({ ...request, id: pending.id });
  }
  if (moved.length > 0) await moveRequests.execute(tx, moved.map(toRow));
  if (added.length > 0) {
    await insertRequests.execute(tx, added.map(toRow));
    await markPending.execute(
      tx,
      added.map(({ asset }) => asset.id),
    );
    await notifyOfRequests(tx, added);
  }
  return [...moved, ...added];
}

type IdentifiedRequest = Request & { readonly id: string };

const toRow = ({ id, asset, commit }: IdentifiedRequest) => ({
  id,
  assetId: asset.id,
  commitSha: commit.sha,
  commitAt: iso(commit.at),
});

const ROW_TYPES = { id: 'uuid', assetId: 'uuid', commitSha: 'text', commitAt: 'timestamptz' };

const moveRequests = defineQuery({
  name: 'move approvals to newer commits',
  columns: {},
  examples: [[]],
  build: (rows: readonly ReturnType<typeof toRow>[]) => sql`UPDATE approvals p
    SET commit_sha = r.commit_sha, commit_at = r.commit_at, updated_at = clock_timestamp()
    FROM ${rowsOf(rows, ROW_TYPES)} WHERE p.id = r.id`,
});

const insertRequests = defineQuery({
  name: 'insert approvals',
  columns: {},
  examples: [[]],
  build: (
    rows: readonly ReturnType<typeof toRow>[],
  ) => sql`INSERT INTO approvals (id, account_id, project_id, asset_id,
      commit_sha, commit_at, asset_version, created_at, updated_at)
    SELECT r.id, a.account_id, a.project_id, a.id, r.commit_sha, r.commit_at, a.version, clock_timestamp(),
      clock_timestamp()
    FROM ${rowsOf(rows, ROW_TYPES)} JOIN assets a ON a.id = r.asset_id`,
});

const markPending = defineQuery({
  name: 'mark assets as pending approval',
  columns: {},
  examples: [[]],
  build: (assetIds: readonly string[]) => sql`UPDATE assets SET approval_status = 'pending',
      updated_at = clock_timestamp()
    WHERE id = ANY(${assetIds}::uuid[]) AND approval_status <> 'pending'`,
});
