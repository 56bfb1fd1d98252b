/** The collection that returns each kind of row. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  build_run: 'build_runs',
  change: 'changes',
  asset: 'assets',
  approval: 'approvals',
  deployment: 'deployments',
};

/** The path of a row that a delivery touched; null if its kind has no endpoint. */
export function recordPath(projectId: number, kind: string, id: string): string | null {
  const collection = COLLECTIONS[kind];
  return collection === undefined ? null : `/v1/projects/${projectId}/${collection}/${id}`;
}
