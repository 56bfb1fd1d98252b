import { getChange } from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import { defineView } from '../../resources/define-view.js';

export const command = defineView(getChange, {
  summary: 'Show a change with its files, builds and approvals',
  examples: ['slipway change view 204', 'slipway change view 204 --json files --jq ".files[].path"'],
  page: '/projects/$projectId/changes/$changeId',
  view: (change) => ({
    title: `${change.display_identifier} by ${change.author}`,
    details: [
      { label: 'id', value: change.id },
      { label: 'identifier', value: change.identifier },
      { label: 'source', value: change.source_type },
      { label: 'submitted', value: change.timestamp, as: 'time' },
      { label: 'orphaned', value: change.orphaned_at, as: 'time' },
      { label: 'files', value: change.files_available ? describeCount(change.file_count ?? 0) : 'unknown' },
      {
        label: 'approvals',
        value: Object.entries(change.approvals)
          .map(([status, count]) => `${describeCount(count)} ${status}`)
          .join(', '),
      },
      { label: 'tasks', value: change.task_ids.join(', ') },
    ],
    sections: [
      { heading: 'Description', lines: change.description === '' ? [] : [change.description] },
      { heading: 'Files', lines: change.files.map(({ action, path }) => `${action.padEnd(6)}  ${path}`) },
      {
        heading: change.build_runs_truncated ? `Newest ${change.build_runs.length} builds` : 'Builds',
        lines: change.build_runs.map(({ id, status, ci_job_name }) => [id, status, ci_job_name].join('  ')),
      },
      {
        heading: 'Tracker items',
        lines: change.references.map(({ key, state, title }) => [key, state, title].join('  ')),
      },
    ],
  }),
});
