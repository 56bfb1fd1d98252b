import { randomUUID } from 'node:crypto';
import type { BodyFieldsOf, markBuildsOfTask } from '@slipway/client';
import {
  createTask,
  getTask,
  listTasks,
  shownStatus,
  type Task,
  TaskDetail,
  updateTask,
} from '@slipway/contracts';
import { CliError } from '../cli-error.js';
import { defineCommand, type Option } from '../define-command.js';
import { column, statusColumn, textColumn, timeColumn } from '../output/columns.js';
import type { RecordView } from '../output/details.js';
import { fieldsOf } from '../output/json.js';
import { bodyOptions, readBody, type Wordings } from '../resources/body-options.js';
import { defineList } from '../resources/define-list.js';
import { defineView } from '../resources/define-view.js';

type TaskBody = (typeof createTask | typeof updateTask)['body'];

const WORDINGS: Wordings<typeof updateTask.body> = {
  title: { short: 'T' },
  description: { short: 'd', note: '; - reads it from standard input' },
  state: { short: 's' },
  task_type: { name: 'type', short: 't' },
  assignee_handle: null,
  user_id: null,
  labels: { name: 'label', short: 'l' },
  metadata: { value: 'json' },
  description_append: { name: 'append' },
};

/** The options of a command that writes a task: one for each field, and one for either kind of assignee. */
function taskOptions(body: TaskBody): Readonly<Record<string, Option>> {
  return {
    ...bodyOptions(body, WORDINGS),
    assignee: { kind: 'text', short: 'a', description: 'handle:<agent-handle>, user:<user id> or none' },
  };
}

/** The fields of a task that a command line sets. */
async function readTask<B extends TaskBody>(
  body: B,
  { assignee, ...input }: Readonly<Record<string, unknown>>,
  readAll: () => Promise<string>,
): Promise<BodyFieldsOf<B>> {
  const description = input['description'] === '-' ? (await readAll()).trimEnd() : input['description'];
  const written = readBody(body, WORDINGS, { ...input, description });
  return { ...written, ...readAssignee(assignee as string | undefined) };
}

export const create = defineCommand({
  summary: 'Create a task',
  description:
    'Prints the address of the task. If the connection drops, the request is retried; the task is created only once.',
  examples: [
    'slipway task create --title "Harbor crashes on load" --type bug --priority high --label crash',
    'slipway task create -T "Fix the cook" -a handle:cook-agent --description - < notes.md',
  ],
  project: true,
  json: fieldsOf(TaskDetail),
  options: taskOptions(createTask.body),
  async run({ client, project, output, stdin }, input) {
    const body = await readTask(createTask.body, input, () => stdin.readAll());
    const { id } = await project();
    // With a key, the client may repeat the request safely.
    const options = { params: { project_id: id }, body, idempotencyKey: randomUUID() };
    const task = await (await client()).call(createTask, options);
    if (output.json !== null) return output.value(task);
    output.note(`Created task #${task.id}`);
    output.line(task.urls.web);
  },
});

export const edit = defineCommand({
  summary: 'Update a task',
  examples: [
    'slipway task edit 12 --state in_progress --assignee user:2',
    'slipway task edit 12 --append "Happens on the Deck too." --label crash,deck',
  ],
  project: true,
  json: fieldsOf(TaskDetail),
  arguments: { id: { description: 'the id of the task' } },
  options: taskOptions(updateTask.body),
  async run({ client, project, output, stdin }, { id, ...input }) {
    const body = await readTask(updateTask.body, input, () => stdin.readAll());
    if (Object.keys(body).length === 0)
      throw new CliError('Nothing to change.', { hint: 'Pass at least one option: slipway task edit --help' });
    const params = { project_id: (await project()).id, id };
    const task = await (await client()).call(updateTask, { params, body });
    if (output.json !== null) return output.value(task);
    output.note(`Updated task #${task.id}`);
    output.line(task.urls.web);
  },
});

export const list = defineList(listTasks, {
  summary: 'List tasks, newest first',
  examples: [
    'slipway task list --state to_do,blocked --priority critical',
    'slipway task list --assignee handle:cook-agent --limit 100',
    'slipway task list --json id,title --jq ".[].title"',
  ],
  columns: [
    column('ID', ({ id }) => id),
    textColumn('TITLE', ({ title }) => title),
    statusColumn('STATE', ({ state }) => state),
    column('TYPE', ({ task_type }) => task_type),
    statusColumn('PRIORITY', ({ priority }) => priority),
    column('ASSIGNEE', describeAssignee),
    timeColumn('UPDATED', ({ updated_at }) => updated_at),
  ],
});

export const view = defineView(getTask, {
  summary: 'Show a task with its links',
  examples: ['slipway task view 12', 'slipway task view 12 --web', 'slipway task view 12 --json state,links'],
  page: '/projects/$projectId/tasks/$taskId',
  async complete(client, projectId, task) {
    const { markBuildsOfTask } = await import('@slipway/client');
    return markBuildsOfTask(client, { projectId }, task);
  },
  view: showTask,
});

function showTask(task: Awaited<ReturnType<typeof markBuildsOfTask>>): RecordView {
  const { links, references } = task;
  return {
    title: `${task.title} #${task.id}`,
    details: [
      { label: 'state', value: task.state, as: 'status' },
      { label: 'type', value: task.task_type },
      { label: 'priority', value: task.priority, as: 'status' },
      { label: 'assignee', value: describeAssignee(task) },
      { label: 'labels', value: task.labels.join(', ') },
      { label: 'created', value: task.created_at, as: 'time' },
      { label: 'updated', value: task.updated_at, as: 'time' },
      { label: 'url', value: task.urls.web },
    ],
    sections: [
      { heading: 'Description', lines: task.description === '' ? [] : [task.description] },
      {
        heading: 'Changes',
        lines: links.changes.map(({ id, display_identifier, source_type }) =>
          [id, display_identifier, source_type].join('  '),
        ),
      },
      {
        heading: 'Builds',
        lines: links.build_runs.map((build) => [build.id, shownStatus(build), build.ci_job_name].join('  ')),
      },
      {
        heading: 'Deployments',
        lines: links.deployments.map(({ deployment_id, status, platform }) =>
          [deployment_id, status, platform].join('  '),
        ),
      },
      {
        heading: 'Tracker items',
        lines: references.map(({ key, state, title }) => [key, state, title].join('  ')),
      },
    ],
  };
}

/** The assignee of a task in the format of the API's filter. */
function describeAssignee({ user_id, assignee_handle }: Pick<Task, 'user_id' | 'assignee_handle'>): string {
  if (user_id !== null) return `user:${user_id}`;
  return assignee_handle === null ? '' : `handle:${assignee_handle}`;
}

/** The task fields that `--assignee` sets; `none` clears the assignee. */
function readAssignee(written: string | undefined): {
  readonly assignee_handle?: string | null;
  readonly user_id?: number | null;
} {
  if (written === undefined) return {};
  if (written === 'none') return { assignee_handle: null, user_id: null };
  const [, kind, value = ''] = /^(handle|user):(.+)$/.exec(written) ?? [];
  if (kind === 'handle') return { assignee_handle: value };
  if (kind === 'user' && /^[0-9]+$/.test(value)) return { user_id: Number(value) };
  throw new CliError(`"${written}" is not an assignee.`, {
    hint: 'Expected: handle:<agent-handle>, user:<user id> or none.',
  });
}
