import type { markBuildsOfTask } from '@slipway/client';
import { shownStatus } from '@slipway/contracts';
import type { RecordView } from '../output/details.js';
import { describeAssignee } from './assignee.js';

/** How a task is shown. */
export function showTask(task: Awaited<ReturnType<typeof markBuildsOfTask>>): RecordView {
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
