import { normalizeHost } from '@slipway/credentials';
import { CliError } from '../../cli-error.js';
import { defineCommand } from '../../define-command.js';
import { flush } from '../../reporting/flush.js';
import { explain, outboxOf, policyOf, reportOptions } from '../../reporting/report.js';
import { sendKeptUploads } from '../../uploading/kept-uploads.js';

/** For all logs that were kept, which no build waits for. */
const UPLOAD_MS = 60_000;

export const command = defineCommand({
  summary: 'Send reports that were kept while the service was unreachable',
  description:
    'Sends the reports and logs of all integrations, each to the address it was written for. If the service has moved, --to ' +
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
    const uploads = await sendKeptUploads(context.env, UPLOAD_MS);
    const unsent = uploads.filter((upload) => upload.kind !== 'uploaded');
    for (const { reason } of unsent) context.output.warn(`A log is not uploaded: ${reason}.`);
    const left = await outbox.count();
    const waiting = left === 1 ? '1 report is' : `${left} reports are`;
    if (left > 0) context.output.warn(`${waiting} left in the outbox: \`slipway report outbox list\` shows what.`);
    else context.output.note('The outbox is empty.');
    if (strict && (flushed.refused.size > 0 || left > 0 || unsent.length > 0))
      throw new CliError('Some reports were not sent.');
  },
});
