import type { Client } from '@slipway/client';
import {
  type Approval,
  type Asset,
  type AssetDetail,
  type BuildRun,
  type BuildRunDetail,
  type Change,
  type ChangeDetail,
  type Deployment,
  type DeploymentDetail,
  getApproval,
  getAsset,
  getBuildLog,
  getBuildRun,
  getChange,
  getDeployment,
  getTask,
  listApprovals,
  listAssets,
  listBuildRuns,
  listChanges,
  listDeployments,
  listReferences,
  listWorkspaceEvents,
  type Reference,
  submitApproval,
  type TaskDetail,
  type WorkspaceEvent,
} from '@slipway/contracts';

/** Lists and details of one project, newest first, as a client reads them. */
export interface ProjectReads {
  readonly client: Client;
  builds(): Promise<BuildRun[]>;
  build(id: string): Promise<BuildRunDetail>;
  log(id: string): Promise<string[]>;
  changes(query?: { orphaned?: boolean }): Promise<Change[]>;
  change(id: number): Promise<ChangeDetail>;
  /** Finds a change by SHA or changelist number, orphaned or not. */
  changeNamed(identifier: string): Promise<ChangeDetail>;
  assets(): Promise<Asset[]>;
  asset(id: string): Promise<AssetDetail>;
  approvals(): Promise<Approval[]>;
  approval(id: string): Promise<Approval>;
  decide(
    assetId: string,
    body: { status: 'approved' | 'denied' | 'ignored'; comments: string },
  ): Promise<Approval>;
  deployments(): Promise<Deployment[]>;
  deployment(id: string): Promise<DeploymentDetail>;
  references(): Promise<Reference[]>;
  task(id: number): Promise<TaskDetail>;
  feed(): Promise<WorkspaceEvent[]>;
}

const limit = 50;

/** The only row of a list. */
export function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`one row was expected, not ${rows.length}`);
  return row;
}

export function projectReads(client: Client, projectId: number): ProjectReads {
  const params = { project_id: projectId };
  const reads: ProjectReads = {
    client,
    builds: async () => (await client.call(listBuildRuns, { params, query: { limit } })).build_runs,
    build: (id) => client.call(getBuildRun, { params: { ...params, build_run_id: id } }),
    log: async (id) => [...(await client.call(getBuildLog, { params: { ...params, build_run_id: id } })).lines],
    changes: async (query = {}) =>
      (await client.call(listChanges, { params, query: { limit, ...query } })).changes,
    change: (id) => client.call(getChange, { params: { ...params, id } }),
    async changeNamed(identifier) {
      const query = { identifier, orphaned: true };
      const { changes } = await client.call(listChanges, { params, query });
      return reads.change(only(changes).id);
    },
    assets: async () => (await client.call(listAssets, { params, query: { limit } })).assets,
    asset: (id) => client.call(getAsset, { params: { ...params, asset_id: id } }),
    approvals: async () => (await client.call(listApprovals, { params, query: { limit } })).approvals,
    approval: (id) => client.call(getApproval, { params: { ...params, id } }),
    decide: (assetId, body) => client.call(submitApproval, { params: { ...params, asset_id: assetId }, body }),
    deployments: async () => (await client.call(listDeployments, { params, query: { limit } })).deployments,
    deployment: (id) => client.call(getDeployment, { params: { ...params, id } }),
    references: async () => (await client.call(listReferences, { params, query: { limit } })).references,
    task: (id) => client.call(getTask, { params: { ...params, id } }),
    feed: async () =>
      (await client.call(listWorkspaceEvents, { query: { project_id: String(projectId), limit } })).events,
  };
  return reads;
}
