import { normalizeHost } from '@slipway/credentials';
import { CliError } from '../../cli-error.js';
import { defineCommand } from '../../define-command.js';
import { flush } from '../../reporting/flush.js';
import { explain, outboxOf, policyOf, reportOptions } from '../../reporting/report.js';

export const command = defineCommand({
  summary: 'Send reports that were kept while the service was unreachable',
  description:
    'Sends the reports of all integrations, each to the address it was written for. If the service has moved, --to ' +
    'sends them to its new address. `slipway report outbox list` shows the reports that are left.',
  examples: [
    'slipway report flush',
    'slipway report flush --strict',
    'slipway report flush --to https://slipway.example.com',
  ],
  options: {
    to: { kind: 'text', value: 'address', description: 'the address of the service, if it has moved' },
    ...reportOptions,
  },
  async run(context, { to, strict }) {
    const outbox = outboxOf(context);
    const host = to === undefined ? undefined : normalizeHost(to);
    const flushed = await flush(outbox, await outbox.queues(), { policy: policyOf(context), to: host });
    explain(context, flushed);
    const left = await outbox.count();
    const waiting = left === 1 ? '1 report is' : `${left} reports are`;
    if (left > 0) context.output.warn(`${waiting} left in the outbox: \`slipway report outbox list\` shows what.`);
    else context.output.note('The outbox is empty.');
    if (strict && (flushed.refused.size > 0 || left > 0)) throw new CliError('Some reports were not sent.');
  },
});
