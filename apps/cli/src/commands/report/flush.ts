import { CliError } from '../../cli-error.js';
import { defineCommand } from '../../define-command.js';
import { flush } from '../../reporting/flush.js';
import { explain, outboxOf, policyOf, reportOptions } from '../../reporting/report.js';

export const command = defineCommand({
  summary: 'Send reports that were kept while the service was unreachable',
  examples: ['slipway report flush', 'slipway report flush --strict'],
  options: reportOptions,
  async run(context, { strict }) {
    const outbox = outboxOf(context);
    const flushed = await flush(outbox, await outbox.queues(), { policy: policyOf(context) });
    explain(context, flushed);
    if (strict && (flushed.refused.size > 0 || flushed.problem !== null))
      throw new CliError('Some reports were not sent.');
    context.output.note(`${await outbox.count()} reports are waiting.`);
  },
});
