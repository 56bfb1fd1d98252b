import type { markBuildsOfChange } from '@slipway/client';
import { ChangeDetail, listChanges, shownStatus } from '@slipway/contracts';
import { describeCount, recordPageAt } from '@slipway/domain';
import { defineCommand } from '../define-command.js';
import { openPage } from '../open-page.js';
import { column, textColumn, timeColumn } from '../output/columns.js';
import type { RecordView } from '../output/details.js';
import { fieldsOf } from '../output/json.js';
import { defineList } from '../resources/define-list.js';

export const list = defineList(listChanges, {
  summary: 'List commits and changelists, newest first',
  examples: [
    'slipway change list --source-type Changelist',
    'slipway change list --updated-since 2026-11-01 --orphaned',
    'slipway change list --identifier 18231',
  ],
  columns: [
    column('ID', ({ id }) => id),
    column('CHANGE', ({ display_identifier }) => display_identifier),
    textColumn('DESCRIPTION', ({ description }) => description),
    textColumn('AUTHOR', ({ author }) => author),
    column('FILES', ({ file_count }) => file_count),
    timeColumn('SUBMITTED', ({ timestamp }) => timestamp),
  ],
});

export const view = defineCommand({
  summary: 'Show a change with its files, builds and approvals',
  description:
    'Takes a SHA or at least its first seven characters, a changelist number, or an id. A number that is the id of one ' +
    'change and the changelist of another means the id: write CL before a changelist to be exact.',
  examples: [
    'slipway change view 48317',
    'slipway change view CL 48317',
    'slipway change view 9f2c41ab --json files --jq ".files[].path"',
  ],
  project: true,
  json: fieldsOf(ChangeDetail),
  arguments: { name: { description: 'the SHA, changelist number or id of the change', many: true } },
  options: { web: { kind: 'flag', short: 'w', description: 'open the page in the browser' } },
  async run(context, { name, web }) {
    const { id: projectId } = await context.project();
    const { findChange, markBuildsOfChange } = await import('@slipway/client');
    const client = await context.client();
    const change = await findChange(client, { projectId, name: name.join(' ') });
    if (web)
      return openPage(context, recordPageAt('/projects/$projectId/changes/$changeId', projectId, change.id));
    const shown = await markBuildsOfChange(client, { projectId }, change);
    await context.output.record(shown, viewOf(shown));
  },
});

function viewOf(change: Awaited<ReturnType<typeof markBuildsOfChange>>): RecordView {
  return {
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
        lines: change.build_runs.map((build) => [build.id, shownStatus(build), build.ci_job_name].join('  ')),
      },
      {
        heading: 'Tracker items',
        lines: change.references.map(({ key, state, title }) => [key, state, title].join('  ')),
      },
    ],
  };
}
