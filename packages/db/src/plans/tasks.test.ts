import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectBounded, expectOrderedRead } from '@slipway/testing';
import type { ReferenceFilter } from '../reads/references/references.js';
import type { TaskFilter } from '../reads/tasks/tasks.js';
import { planStudio } from './plan-studio.fixture.js';

const ROWS = 20_000;
/** Rows with each rare value. They are the project's oldest, the worst case for an ordered read. */
const RARE = 20;
const COUNT = 21;
/** The most keys that any tracker item in this test has or had. */
const KEYS = 2;

const { run, explain, reads, make, accountId, project } = await planStudio();
const other = await make.project(accountId);
const old = { createdAt: new Date(0), updatedAt: new Date(0) };
const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000);

const none: TaskFilter = {
  states: undefined,
  taskType: undefined,
  priority: undefined,
  assignee: undefined,
  label: undefined,
  updatedSince: undefined,
};
const noReference: ReferenceFilter = {
  provider: undefined,
  state: undefined,
  key: undefined,
  updatedSince: undefined,
};
const firstPage = { count: COUNT, after: null };
const laterPage = { count: COUNT, after: { at: at(ROWS / 2).getTime(), id: String(ROWS / 2) } };
const pages = [
  ['first page', firstPage],
  ['with a cursor', laterPage],
] as const;

async function fillTasks(projectId: number, rows: number) {
  await run(
    `INSERT INTO tasks (account_id, project_id, title, state, task_type, priority, assignee_handle, user_id, labels,
                        created_at, updated_at)
     SELECT $1, $2, 'Task ' || n,
            (CASE WHEN n <= $4 THEN 'blocked' WHEN n % 3 = 0 THEN 'to_do' WHEN n % 3 = 1 THEN 'in_progress'
                  ELSE 'completed' END)::task_state,
            (CASE WHEN n <= $4 THEN 'balance' WHEN n % 2 = 0 THEN 'bug' ELSE 'feature' END)::task_type,
            (CASE WHEN n <= $4 THEN 'critical' WHEN n % 2 = 0 THEN 'low' ELSE 'high' END)::priority,
            CASE WHEN n <= $4 THEN 'rare-agent' WHEN n % 4 = 0 THEN 'agent-' || n % 7 END,
            CASE WHEN n > $4 AND n % 4 = 1 THEN n % 9 END,
            CASE WHEN n <= $4 THEN ARRAY['rare'] WHEN n % 2 = 0 THEN ARRAY['common', 'label-' || n % 50]
                 ELSE ARRAY[]::text[] END,
            $5::timestamptz + n * interval '1 second', $5::timestamptz + n * interval '1 second'
     FROM generate_series(1, $3::int) AS n`,
    [accountId, projectId, rows, RARE, at(0)],
  );
}

async function fillReferences() {
  const { id: taskId } = await make.task(project, old);
  const { id: changeId } = await make.change(project);
  await run(
    `INSERT INTO external_references (account_id, project_id, integration_id, provider, external_id, key, state,
                                      provider_time, created_at, updated_at)
     SELECT $1, $2, 1, CASE WHEN n <= $4 THEN 'asana' WHEN n % 3 = 0 THEN 'jira' ELSE 'linear' END, n::text, 'HARB-' || n,
            CASE WHEN n <= $4 THEN 'Parked' WHEN n % 3 = 0 THEN 'To Do' ELSE 'Done' END, $5, $5::timestamptz + n * interval '1 second',
            $5::timestamptz + n * interval '1 second'
     FROM generate_series(1, $3::int) AS n`,
    [accountId, project.id, ROWS, RARE, at(0)],
  );
  // Every third tracker item was moved and so has an earlier key.
  await run(
    `INSERT INTO reference_keys (reference_id, key, project_id)
     SELECT id, key, project_id FROM external_references WHERE project_id = $1
     UNION ALL SELECT id, 'OLD-' || external_id, project_id FROM external_references
     WHERE project_id = $1 AND external_id::int % 3 = 0`,
    [project.id],
  );
  const keys = "SELECT 'HARB-' || n FROM generate_series(1, $3::int) AS n";
  await run(`INSERT INTO task_mentions (task_id, project_id, key) SELECT $1, $2, k FROM (${keys}) AS s(k)`, [
    taskId,
    project.id,
    ROWS,
  ]);
  await run(`INSERT INTO change_mentions (change_id, project_id, key) SELECT $1, $2, k FROM (${keys}) AS s(k)`, [
    changeId,
    project.id,
    ROWS,
  ]);
}

/** Adds one task that 60 changes mention and one that all other changes mention; each change is built and deployed. */
async function fillLinks() {
  const { id: taskId } = await make.task(project, old);
  const { id: busyTaskId } = await make.task(project, old);
  const rows = 10_000;
  await run(
    `INSERT INTO changes (account_id, project_id, integration_id, identifier, display_identifier, source_type, timestamp)
     SELECT $1, $2, 1, 'sha-' || n, 'sha', 'GitCommit', $4::timestamptz + n * interval '1 second'
     FROM generate_series(1, $3::int) AS n`,
    [accountId, project.id, rows, at(0)],
  );
  await run(
    `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
                             build_type, commit_hash)
     SELECT $1, $2, 1, 'Job', 'Job', n::text, 'completed', now(), 'unreal', 'sha-' || n FROM generate_series(1, $3::int) AS n`,
    [accountId, project.id, rows],
  );
  await run(
    `INSERT INTO deployments (id, account_id, project_id, integration_id, platform, status, status_at, build_number,
                              commit_hash, build_run_id)
     SELECT gen_random_uuid(), $1, $2, 1, 'steam', 'live', now(), build_number,
            CASE WHEN id % 2 = 0 THEN commit_hash ELSE '' END, id
     FROM build_runs WHERE project_id = $2`,
    [accountId, project.id],
  );
  await run(
    `INSERT INTO task_links (task_id, change_id, project_id)
     SELECT CASE WHEN row_number() OVER (ORDER BY id) <= 60 THEN $1::int ELSE $3::int END, id, $2
     FROM changes WHERE project_id = $2 AND source_type = 'GitCommit'`,
    [taskId, project.id, busyTaskId],
  );
  return [taskId, busyTaskId];
}

let linkedTaskIds: number[] = [];
beforeAll(async () => {
  await fillTasks(project.id, ROWS);
  await fillTasks(other.id, ROWS / 10);
  await fillReferences();
  linkedTaskIds = await fillLinks();
  await run('VACUUM ANALYZE');
}, 120_000);

async function explainTasks(filter: Partial<TaskFilter>, page: typeof firstPage | typeof laterPage) {
  const [plan, ...more] = await explain(() => reads.listTasks(project.id, { ...none, ...filter }, page));
  expect(more).toEqual([]);
  return plan!;
}

async function explainReferences(filter: Partial<ReferenceFilter>, page: typeof firstPage | typeof laterPage) {
  const all = { ...noReference, ...filter };
  const [plan, ...more] = await explain(() => reads.listReferences(project.id, all, page));
  expect(more).toEqual([]);
  return plan!;
}

describe.each(pages)(`tasks among ${ROWS}, %s`, (_, page) => {
  it.each([
    ['unfiltered', {}, 'tasks_project_id_created_at_id_idx'],
    ['a common state', { states: ['to_do'] }, 'tasks_project_id_state_created_at_id_idx'],
    ['a rare state', { states: ['blocked'] }, 'tasks_project_id_state_created_at_id_idx'],
    ['two states', { states: ['blocked', 'to_do'] }, 'tasks_project_id_state_created_at_id_idx'],
    ['three states', { states: ['blocked', 'to_do', 'completed'] }, 'tasks_project_id_state_created_at_id_idx'],
    [
      'all states',
      { states: ['blocked', 'to_do', 'completed', 'in_progress'] },
      'tasks_project_id_created_at_id_idx',
    ],
    ['a common type', { taskType: 'bug' }, 'tasks_project_id_task_type_created_at_id_idx'],
    ['a rare type', { taskType: 'balance' }, 'tasks_project_id_task_type_created_at_id_idx'],
    ['a common priority', { priority: 'low' }, 'tasks_project_id_priority_created_at_id_idx'],
    ['a rare priority', { priority: 'critical' }, 'tasks_project_id_priority_created_at_id_idx'],
    ['an agent', { assignee: { handle: 'agent-1' } }, 'tasks_project_id_assignee_handle_created_at_id_idx'],
    ['a rare agent', { assignee: { handle: 'rare-agent' } }, 'tasks_project_id_assignee_handle_created_at_id_idx'],
    ['a member', { assignee: { userId: 5 } }, 'tasks_project_id_user_id_created_at_id_idx'],
  ] as [string, Partial<TaskFilter>, string][])(
    '%s: reads its index to the end of the page',
    async (_name, filter, index) => {
      expectOrderedRead(await explainTasks(filter, page), { index, count: COUNT });
    },
  );

  it.each([
    ['a rare label', { label: 'rare' }, 2 * RARE],
    ['a label nobody uses', { label: 'absent' }, 0],
    ['a short while ago', { updatedSince: at(ROWS - RARE) }, 2 * RARE],
    ['the future', { updatedSince: at(ROWS * 2) }, 0],
    ['a common label', { label: 'common' }, 4 * COUNT],
    ['a long time ago', { updatedSince: at(10) }, COUNT],
  ])('%s: reads and sorts at most what matches', async (_name, filter, rows) => {
    expectBounded(await explainTasks(filter, page), rows);
  });
});

describe.each(pages)(`references among ${ROWS}, %s`, (_, page) => {
  it.each([
    ['unfiltered', {}, 'external_references_project_id_created_at_id_idx'],
    ['a common provider', { provider: 'jira' }, 'external_references_project_id_provider_created_at_id_idx'],
    ['a rare provider', { provider: 'asana' }, 'external_references_project_id_provider_created_at_id_idx'],
    ['a common state', { state: 'To Do' }, 'external_references_project_id_state_created_at_id_idx'],
    ['a rare state', { state: 'Parked' }, 'external_references_project_id_state_created_at_id_idx'],
  ])('%s: reads its index to the end of the page', async (_name, filter, index) => {
    expectOrderedRead(await explainReferences(filter, page), { index, count: COUNT * KEYS });
  });

  it.each([
    ['a short while ago', { updatedSince: at(ROWS - RARE) }, 2 * RARE],
    ['a long time ago', { updatedSince: at(10) }, COUNT * KEYS],
    ['a key', { key: 'HARB-77' }, KEYS],
    ['a key of before', { key: 'OLD-78' }, KEYS],
    ['a key that nothing has', { key: 'NONE-1' }, 0],
  ])('%s: reads and sorts at most what matches', async (_name, filter, rows) => {
    expectBounded(await explainReferences(filter, page), rows);
  });
});

it('the detail of a task reads only what is linked to it', async () => {
  expect(linkedTaskIds).toHaveLength(2);
  for (const id of linkedTaskIds) {
    const plans = await explain(() => reads.findTask(project.id, id));
    for (const plan of plans) expectBounded(plan, 100);
  }
});

it('agent labels are found without reading every task', async () => {
  const [plan] = await explain(() => reads.listAssigneeHandles(project.id));
  expectBounded(plan!, 10);
});
