import { randomUUID } from 'node:crypto';
import { type Client, createClient } from '@slipway/client';
import {
  type EndpointContract,
  getCulpritSearch,
  listAssets,
  listBuildRuns,
  listDeliveries,
  listProblems,
  listTasks,
  rowsIn,
  startCulpritSearch,
} from '@slipway/contracts';
import { tools } from '@slipway/mcp';

/** Arguments for every tool, by its name. */
export type ToolCalls = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The list that contains the record of a path that ends with an id. */
function listOf({ path }: EndpointContract): EndpointContract | undefined {
  const lists = tools.flatMap(({ endpoints }) => endpoints).filter(({ method }) => method === 'GET');
  return lists.find(
    (list) => path.startsWith(`${list.path}/:`) && !path.slice(list.path.length + 1).includes('/'),
  );
}

/** A tool that needs only a project gets it; a tool that reads a record gets the first one of its list. */
async function callOf({ name, input, endpoints: [contract] }: (typeof tools)[number], client: Client, id: number) {
  const [first, record, ...more]: readonly string[] = input.required ?? [];
  if (first !== 'project' || more.length > 0) return [];
  const call = { project: String(id) };
  if (record === undefined) return [[name, call]];
  const list = contract?.method === 'GET' ? listOf(contract) : undefined;
  if (list === undefined) return [];
  const page = (await client.call(list, { params: { project_id: id } } as object)) as Rows;
  return [[name, { ...call, [record]: page[rowsIn(list).field]?.[0]?.id }]];
}

/** Starts a search for the culprit of a problem that has a range of changes, and returns it with a revision of the range. */
async function startSearch(client: Client, projectId: number, problems: readonly { readonly id: string }[]) {
  for (const { id } of problems) {
    const params = { project_id: projectId, problem_id: id };
    const { state, changes } = await client.call(getCulpritSearch, { params });
    if (state !== 'searching') continue;
    await client.call(startCulpritSearch, { params, body: { runs_by: 'client' } });
    return { problem_id: id, identifier: changes.at(-1)?.identifier };
  }
  throw new Error('No problem of the demo has a range of changes.');
}

type Rows = Readonly<Record<string, readonly { readonly id: unknown }[]>>;

/** Reads ids of the demo and returns a call of each tool that succeeds. Tools that read need an entry only for filters. */
export async function demoCalls(apiUrl: string, token: string, projectId: number): Promise<ToolCalls> {
  const project = String(projectId);
  const client = createClient({ baseUrl: apiUrl, token });
  const params = { project_id: projectId };
  const [builds, tasks, assets, deliveries, { problems }] = await Promise.all([
    client.call(listBuildRuns, { params, query: { status: 'failed' } }),
    client.call(listTasks, { params }),
    client.call(listAssets, { params, query: { pending_approval: true } }),
    client.call(listDeliveries, { params, query: { outcome: 'applied' } }),
    client.call(listProblems, { params }),
  ]);
  const derived = await Promise.all(tools.map((tool) => callOf(tool, client, projectId)));
  const { identifier, ...searched } = await startSearch(client, projectId, problems);
  const build = { project, build_id: builds.build_runs[0]?.id };
  const delivery = { project, delivery_id: deliveries.deliveries[0]?.id };
  const ownTask = { project, task_id: tasks.tasks[0]?.id };
  return {
    ...Object.fromEntries(derived.flat()),
    create_task: {
      project,
      title: 'Look at the harbor crash',
      labels: ['crash'],
      priority: 'high',
      metadata: { seen: [1] },
    },
    get_build: build,
    get_metrics: { project, days: 14 },
    investigate_build: { ...build, wait_seconds: 60 },
    list_approvals: { project, status: ['pending', 'approved'], limit: 50 },
    list_assets: { project, pending_approval: true, limit: 50 },
    list_builds: { project, status: 'failed', limit: 50 },
    list_changes: { project, orphaned: true, updated_since: '2020-01-01', limit: 50 },
    list_deliveries: { project, outcome: ['applied', 'dead'], since: '2020-01-01', limit: 50 },
    list_delivery_gaps: { project, kind: 'build_number' },
    list_deployments: { project, platform: 'steam' },
    list_events: { project, event_types: ['build_run.*', 'task.state_changed'], days_back: 30, account_id: '1' },
    list_projects: {},
    list_references: { project, limit: 5 },
    list_tasks: { project, state: ['to_do', 'blocked'], limit: 50 },
    preview_replay: delivery,
    preview_replays: { project, outcome: ['applied'], since: '2020-01-01', limit: 3 },
    read_build_log: { ...build, tail: 50 },
    replay_deliveries: { project, outcome: ['applied'], since: '2020-01-01', limit: 2 },
    replay_delivery: delivery,
    search_build_log: { ...build, words: ['error', 'failed'] },
    submit_approval: { project, asset_id: assets.assets[0]?.id, status: 'approved', comments: 'Fine' },
    get_culprit_search: { project, ...searched },
    start_culprit_search: { project, ...searched, runs_by: 'client' },
    report_culprit_run: { project, ...searched, identifier, outcome: 'failed', run_id: randomUUID() },
    stop_culprit_search: { project, ...searched },
    judge_finding: { ...build, verdict: 'confirmed' },
    update_problem: { project, problem_id: problems[0]?.id, note: 'Looked at.' },
    update_task: { ...ownTask, description_append: 'Seen again.' },
    wait_for_build: { ...build, timeout_seconds: 5 },
    whoami: {},
  };
}
