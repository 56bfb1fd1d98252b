import { defineCommand } from '../../../define-command.js';
import { column, textColumn, timeColumn } from '../../../output/columns.js';
import type { ListedReport } from '../../../reporting/outbox.js';
import { outboxOf } from '../../../reporting/report.js';

const columns = [
  column<ListedReport>('ID', ({ id }) => id),
  textColumn<ListedReport>('REPORT', ({ title }) => title),
  textColumn<ListedReport>('HOST', ({ host }) => host),
  column<ListedReport>('BYTES', ({ bytes }) => bytes),
  column<ListedReport>('TIMEOUTS', ({ timeouts }) => timeouts),
  timeColumn<ListedReport>('KEPT', ({ kept_at }) => kept_at),
];

export const command = defineCommand({
  summary: 'List reports that wait to be sent, oldest first',
  examples: ['slipway report outbox list', 'slipway report outbox list --json id,title,host'],
  json: ['id', 'title', 'host', 'kept_at', 'bytes', 'timeouts'],
  async run(context) {
    const reports = await outboxOf(context).list();
    await context.output.list(reports, { columns, empty: 'The outbox is empty.' });
  },
});
