import {
  ASSIGNEE_FIELDS_FORMAT,
  type BodyValues,
  createTask,
  getTask,
  invalidAssignee,
  listTasks,
  type Task,
  type TaskDetail,
  type TaskLinks,
  taskDescription,
  updateTask,
} from '@slipway/contracts';
import {
  type DatabaseHandle,
  findTask,
  insertTask,
  isProjectMember,
  lockTask,
  saveTask,
  type TaskDetailRecord,
  type TaskLinksRecord,
  type TaskRecord,
} from '@slipway/db';
import {
  editTask,
  isSameTask,
  NEW_TASK,
  parseRowId,
  type Redactor,
  redactName,
  sanitizeText,
  type TaskContent,
  type TaskEdit,
  taskPath,
} from '@slipway/domain';
import { ApiError, created, found } from '@slipway/http';
import { runOnce } from '../idempotency.js';
import { keysetPage } from '../page.js';
import { presentTime } from '../presenters/present-time.js';
import { respondIfChanged } from '../respond-if-changed.js';
import { defineEarlyRead, defineEndpoint } from '../services.js';
import { presentLinkedReference } from './references.js';

export const create = defineEndpoint(createTask, async ({ caller, project, body, header, services }) => {
  const edit = readTaskEdit(body);
  const path = `/v1/projects/${project.id}/tasks`;
  const request = { apiTokenId: caller.tokenId, path, key: header('idempotency-key'), body };
  const task = await runOnce(services, request, async (tx) => {
    await requireAssignable(tx, project.id, edit);
    const origin = {
      accountId: project.accountId,
      projectId: project.id,
      viaApiTokenId: caller.tokenId,
      now: new Date(services.clock.now()),
    };
    const id = await insertTask(tx, origin, editTask(NEW_TASK, edit));
    return presentTaskDetail(
      found(await findTask(tx, project.id, id)),
      services.redactors.of(project),
      services.baseUrl,
    );
  });
  return created(task, `/api${path}/${task.id}`);
});

export const get = defineEndpoint(getTask, async ({ project, params, services }) => {
  const id = found(parseRowId(params.id));
  return presentTaskDetail(
    found(await services.reads.findTask(project.id, id)),
    services.redactors.of(project),
    services.baseUrl,
  );
});

export const list = defineEarlyRead(listTasks, async (input) => {
  const { project, services } = input;
  const { format: _, ...query } = input.query;
  const page = keysetPage(services.cursors, { list: listTasks, scope: project.id, query });
  const { state: states, task_type: taskType, priority, assignee, label, updated_since: updatedSince } = query;
  const filter = { states, taskType, priority, assignee, label, updatedSince };
  return respondIfChanged(input, {
    list: listTasks,
    version: () => services.reads.findTaskPageVersion(project.id, filter, page),
    rows: () => services.reads.listTasks(project.id, filter, page),
    versionOf: ({ rowVersion }) => rowVersion,
    present(tasks) {
      const { rows, pagination } = page.end(tasks, ({ createdAt, id }) => ({ at: createdAt, id }));
      return { tasks: rows.map((task) => presentTask(task, services.baseUrl)), pagination };
    },
  });
});

export const update = defineEndpoint(updateTask, async ({ project, params, body, services }) => {
  const edit = readTaskEdit(body);
  const id = found(parseRowId(params.id));
  const task = await services.database.modelTransaction(async (tx) => {
    await requireAssignable(tx, project.id, edit);
    const current = found(await lockTask(tx, project.id, id));
    const edited = editTask(current, edit);
    requireFittingDescription(edited);
    if (!isSameTask(current, edited)) await saveTask(tx, current, edited, new Date(services.clock.now()));
    return found(await findTask(tx, project.id, current.id));
  });
  return presentTaskDetail(task, services.redactors.of(project), services.baseUrl);
});

/** Presents a task. Text, labels and metadata are unchanged, since members and agents wrote them for this API. */
export function presentTask(task: TaskRecord, baseUrl: string): Task {
  return {
    id: task.id,
    account_id: task.accountId,
    project_id: task.projectId,
    title: task.title,
    description: task.description,
    state: task.state,
    task_type: task.taskType,
    priority: task.priority,
    assignee_handle: task.assigneeHandle,
    user_id: task.userId,
    labels: [...task.labels],
    metadata: writtenMetadata(task),
    created_at: presentTime(task.createdAt),
    updated_at: presentTime(task.updatedAt),
    urls: { web: baseUrl + taskPath(task.projectId, task.id) },
  };
}

/** The stored metadata, without a value that a client sent for the server's own field. */
function writtenMetadata({ metadata }: TaskRecord): Record<string, unknown> {
  const { via_api_token_id: _, ...written } = metadata;
  return written;
}

export function presentTaskDetail(task: TaskDetailRecord, redactor: Redactor, baseUrl: string): TaskDetail {
  return {
    ...presentTask(task, baseUrl),
    metadata: { ...writtenMetadata(task), via_api_token_id: task.viaApiTokenId },
    links: presentLinks(task.links, redactor),
    references: task.references.map(presentLinkedReference),
  };
}

function presentLinks({ changes, buildRuns, deployments }: TaskLinksRecord, redactor: Redactor): TaskLinks {
  return {
    changes: changes.map(({ id, identifier, sourceType, displayIdentifier }) => ({
      id,
      identifier: sanitizeText(identifier),
      source_type: sourceType,
      display_identifier: sanitizeText(displayIdentifier),
    })),
    build_runs: buildRuns.map(({ id, status, commitHash, jobName }) => ({
      id,
      status,
      commit_hash: sanitizeText(commitHash),
      ci_job_name: redactName(jobName, redactor),
    })),
    deployments: deployments.map(({ number, id, status, platform, branch }) => ({
      id: number,
      deployment_id: id,
      status,
      platform,
      branch: redactName(branch, redactor),
    })),
  };
}

/** The body of both endpoints; only an update can append to the description. */
type TaskBody = Omit<BodyValues<typeof updateTask.body>, 'description_append'> & {
  readonly description_append?: string | undefined;
};

/** Converts a task body to an edit; refuses two assignees. */
function readTaskEdit(body: TaskBody): TaskEdit {
  const { title, description, state, task_type: taskType, priority, labels } = body;
  const { assignee_handle: assigneeHandle, user_id: userId } = body;
  if (assigneeHandle != null && userId != null) throw assigneeError('A task can have only one assignee.');
  return {
    title,
    description,
    descriptionAppend: body.description_append,
    state,
    taskType,
    priority,
    assigneeHandle,
    userId,
    labels,
    metadata: body.metadata === undefined ? undefined : ownMetadata(body.metadata),
  };
}

/** Clients send back the metadata that they read; the server's own field is dropped. */
function ownMetadata({ via_api_token_id: _, ...metadata }: Readonly<Record<string, unknown>>) {
  return metadata;
}

/** Refuses a user who is not a member of the project. */
async function requireAssignable(tx: DatabaseHandle, projectId: number, { userId }: TaskEdit): Promise<void> {
  if (userId == null || (await isProjectMember(tx, projectId, userId))) return;
  throw assigneeError('user_id is not a member of the project.');
}

/** Refuses a description that `description_append` made too long. */
function requireFittingDescription({ description }: TaskContent): void {
  const result = taskDescription.read(description);
  if (!('flaw' in result)) return;
  const details = [
    { path: 'task.description_append', message: `added to the description, the text ${result.flaw}` },
  ];
  throw new ApiError('invalid_parameter', { message: `The description ${result.flaw}.`, extra: { details } });
}

function assigneeError(message: string): ApiError {
  return ApiError.from(invalidAssignee(ASSIGNEE_FIELDS_FORMAT, message));
}
