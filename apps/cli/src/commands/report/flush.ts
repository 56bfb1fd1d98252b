import { defineCommand } from '../../define-command.js';
import { flush } from '../../reporting/flush.js';
import { explain, outboxOf, reportOptions } from '../../reporting/report.js';

export const command = defineCommand({
  summary: 'Send the reports that were kept while the service could not be reached',
  examples: ['slipway report flush', 'slipway report flush --strict'],
  options: reportOptions,
  async run(context, { strict }) {
    const outbox = outboxOf(context);
    explain(context, await flush(outbox, await outbox.queues()), strict);
    context.output.note(`${await outbox.count()} reports wait.`);
  },
});
