import type { Task, TaskDetail, TaskLinks } from '@slipway/contracts';
import type { TaskDetailRecord, TaskLinksRecord, TaskRecord } from '@slipway/db';
import { type Redactor, redactName, sanitizeText, taskPath } from '@slipway/domain';
import { presentLinkedReference } from '../../presenters/present-linked-reference.js';
import { presentTime } from '../../presenters/present-time.js';

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
