import type { StagedProject } from './studio.js';

/** Fields that differ between two runs: ids and write times. */
const OWN = new Set([
  'id',
  'project_id',
  'project_name',
  'integration_id',
  'asset_id',
  'build_run_id',
  'created_at',
  'updated_at',
  'cursor_key',
]);
/** Lists of ids; only their lengths are compared. */
const ID_LISTS = new Set(['change_ids', 'task_ids']);
/** Events whose time is the write time. */
const STAMPED = new Set<unknown>(['deployment.created', 'approval.requested']);

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip).toSorted(byText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !OWN.has(name))
      .map(([name, item]) => [name, ID_LISTS.has(name) ? (item as unknown[]).length : strip(item)]),
  );
}

function byText(a: unknown, b: unknown): number {
  const [left, right] = [JSON.stringify(a) ?? '', JSON.stringify(b) ?? ''];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Everything that REST and the feed show about a project, without fields that differ between two equal projects. */
export async function snapshot(project: StagedProject): Promise<unknown> {
  const builds = await project.builds();
  const [changes, assets, deployments] = await Promise.all([
    project.changes({ orphaned: true }),
    project.assets(),
    project.deployments(),
  ]);
  const feed = (await project.feed()).map(({ url: _, ...event }) => {
    return STAMPED.has(event.event_type) ? { ...event, timestamp: null } : event;
  });
  return strip({
    builds: await Promise.all(builds.map(({ id }) => project.build(id))),
    logs: await Promise.all(builds.filter(({ status }) => status === 'failed').map(({ id }) => project.log(id))),
    changes: await Promise.all(changes.map(({ id }) => project.change(id))),
    visible: (await project.changes()).map(({ identifier }) => identifier),
    assets: await Promise.all(assets.map(({ id }) => project.asset(id))),
    approvals: await project.approvals(),
    deployments: await Promise.all(deployments.map(({ id }) => project.deployment(id))),
    references: await project.references(),
    feed,
  });
}
