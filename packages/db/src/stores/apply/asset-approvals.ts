import type { ApprovalStatus } from '@slipway/contracts';
import { compareText, newId } from '@slipway/domain';
import { execute, type Queryable, query, sql } from '../../sql.js';
import { iso } from '../../times.js';
import type { AssetTouch, MergedAsset, TouchingCommit } from './assets.js';

interface ApprovalRow {
  readonly id: string;
  readonly assetId: string;
  readonly status: ApprovalStatus;
  readonly commitSha: string;
  readonly commitAt: Date | null;
}

interface Request {
  readonly asset: MergedAsset;
  readonly commit: TouchingCommit;
}

function compareCommits(a: Pick<TouchingCommit, 'sha' | 'at'>, b: Pick<TouchingCommit, 'sha' | 'at'>): number {
  return a.at - b.at || compareText(a.sha, b.sha);
}

/** Assets of a type that asks for approval, with the newest commit of the batch. */
function requestsOf(assets: readonly { asset: MergedAsset; touches: readonly AssetTouch[] }[]): Request[] {
  return assets.flatMap(({ asset, touches }) => {
    const type = asset.after.fields.assetType?.value;
    if (type === undefined || !asset.scope.approvalAssetTypes.includes(type)) return [];
    const commits = touches.flatMap(({ commit }) => (commit === null ? [] : [commit]));
    const newest = commits.toSorted(compareCommits).at(-1);
    return newest === undefined ? [] : [{ asset, commit: newest }];
  });
}

async function loadApprovals(tx: Queryable, requests: readonly Request[]): Promise<Map<string, ApprovalRow[]>> {
  const ids = requests.filter(({ asset }) => asset.before !== null).map(({ asset }) => asset.id);
  const byAsset = new Map<string, ApprovalRow[]>();
  if (ids.length === 0) return byAsset;
  const rows = await query<ApprovalRow>(
    tx,
    sql`SELECT id, asset_id AS "assetId", status, commit_sha AS "commitSha", commit_at AS "commitAt" FROM approvals
        WHERE asset_id = ANY(${ids}::uuid[]) ORDER BY created_at, id`,
  );
  for (const row of rows) {
    const own = byAsset.get(row.assetId);
    if (own === undefined) byAsset.set(row.assetId, [row]);
    else own.push(row);
  }
  return byAsset;
}

/** A commit asks for approval once, and not when a newer one has done so already. */
function isNewer(commit: TouchingCommit, approvals: readonly ApprovalRow[]): boolean {
  return approvals.every(
    ({ commitSha: sha, commitAt }) =>
      sha !== commit.sha && compareCommits({ sha, at: commitAt?.getTime() ?? 0 }, commit) < 0,
  );
}

/**
 * Asks for approval of what commits touched: a pending request moves on to the newer commit, else a new one is made.
 * The caller's transaction holds the assets, as whoever decides on them does. Returns the ids of the requests.
 */
export async function requestApprovals(
  tx: Queryable,
  assets: readonly { asset: MergedAsset; touches: readonly AssetTouch[] }[],
): Promise<{ asset: MergedAsset; id: string }[]> {
  const requests = requestsOf(assets);
  if (requests.length === 0) return [];
  const known = await loadApprovals(tx, requests);
  const moved: (Request & { id: string })[] = [];
  const fresh: (Request & { id: string })[] = [];
  for (const request of requests) {
    const approvals = known.get(request.asset.id) ?? [];
    if (!isNewer(request.commit, approvals)) continue;
    const pending = approvals.findLast(({ status }) => status === 'pending');
    if (pending === undefined) fresh.push({ ...request, id: newId() });
    else moved.push({ ...request, id: pending.id });
  }
  await move(tx, moved);
  await insert(tx, fresh);
  return [...moved, ...fresh];
}

const rowsOf = (requests: readonly (Request & { id: string })[]) =>
  JSON.stringify(
    requests.map(({ id, asset, commit }) => ({
      id,
      asset_id: asset.id,
      commit_sha: commit.sha,
      commit_at: iso(commit.at),
    })),
  );

const columns = sql`r(id uuid, asset_id uuid, commit_sha text, commit_at timestamptz)`;

async function move(tx: Queryable, requests: readonly (Request & { id: string })[]): Promise<void> {
  if (requests.length === 0) return;
  await execute(
    tx,
    sql`UPDATE approvals p SET commit_sha = r.commit_sha, commit_at = r.commit_at, updated_at = clock_timestamp()
        FROM jsonb_to_recordset(${rowsOf(requests)}::jsonb) AS ${columns} WHERE p.id = r.id`,
  );
}

async function insert(tx: Queryable, requests: readonly (Request & { id: string })[]): Promise<void> {
  if (requests.length === 0) return;
  await execute(
    tx,
    sql`INSERT INTO approvals (id, account_id, project_id, asset_id, commit_sha, commit_at, asset_version, created_at,
          updated_at)
        SELECT r.id, a.account_id, a.project_id, a.id, r.commit_sha, r.commit_at, a.version, clock_timestamp(),
          clock_timestamp()
        FROM jsonb_to_recordset(${rowsOf(requests)}::jsonb) AS ${columns} JOIN assets a ON a.id = r.asset_id`,
  );
  await execute(
    tx,
    sql`UPDATE assets SET approval_status = 'pending', updated_at = clock_timestamp()
        WHERE id = ANY(${requests.map(({ asset }) => asset.id)}::uuid[]) AND approval_status <> 'pending'`,
  );
}
