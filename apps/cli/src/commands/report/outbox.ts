import { CliError } from '../../cli-error.js';
import { defineCommand } from '../../define-command.js';
import { column, textColumn, timeColumn } from '../../output/columns.js';
import type { ListedReport } from '../../reporting/outbox.js';
import { outboxOf } from '../../reporting/report.js';

export const drop = defineCommand({
  summary: 'Delete reports from the outbox without sending them',
  description: '`slipway report outbox list` shows the ids.',
  examples: ['slipway report outbox drop 3f0a5be1', 'slipway report outbox drop --all'],
  arguments: { ids: { description: 'ids of reports', many: true, optional: true } },
  options: { all: { kind: 'flag', description: 'delete every report' } },
  async run(context, { ids, all }) {
    if (all === ids.length > 0) throw new CliError('Specify either the ids of reports or --all.');
    const outbox = outboxOf(context);
    const reports = await outbox.list();
    const chosen = all ? reports : ids.map((id) => findReport(reports, id));
    for (const { file, title } of chosen) {
      await outbox.remove(file);
      context.output.line(`Deleted ${title}.`);
    }
    if (chosen.length === 0) context.output.note('The outbox is empty.');
  },
});

function findReport(reports: readonly ListedReport[], id: string): ListedReport {
  const found = reports.find((report) => report.id === id);
  if (found !== undefined) return found;
  throw new CliError(`No report in the outbox has the id ${id}.`, {
    hint: 'List the reports with `slipway report outbox list`.',
  });
}

const columns = [
  column<ListedReport>('ID', ({ id }) => id),
  textColumn<ListedReport>('REPORT', ({ title }) => title),
  textColumn<ListedReport>('HOST', ({ host }) => host),
  column<ListedReport>('BYTES', ({ bytes }) => bytes),
  column<ListedReport>('TIMEOUTS', ({ timeouts }) => timeouts),
  timeColumn<ListedReport>('KEPT', ({ kept_at }) => kept_at),
];

export const list = defineCommand({
  summary: 'List reports that wait to be sent, oldest first',
  examples: ['slipway report outbox list', 'slipway report outbox list --json id,title,host'],
  json: ['id', 'title', 'host', 'kept_at', 'bytes', 'timeouts'],
  async run(context) {
    const reports = await outboxOf(context).list();
    await context.output.list(reports, { columns, empty: 'The outbox is empty.' });
  },
});
