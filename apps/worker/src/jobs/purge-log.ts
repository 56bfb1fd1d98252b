import {
  findPurgedBuild,
  findPurgedDeliveries,
  type PurgedBuild,
  type PurgedDelivery,
  rememberPurgedKeys,
  replaceBody,
  unpack,
} from '@slipway/db';
import { withoutLog } from '@slipway/providers';
import { defineJob, type JobContext } from '../define-job.js';

const DAY_MS = 24 * 60 * 60_000;

/** Removes a purged log from the deliveries that contained it, so that neither the delivery log nor a replay shows it. */
export const job = defineJob({
  name: 'purge_log',
  async run({ buildRunId }, context) {
    const build = await findPurgedBuild(context.database, buildRunId);
    // The transaction that purges the log queues this job, and may not have committed yet.
    if (build === 'kept') throw new Error('the log is not purged yet');
    if (build === null) return;
    const keys = new Set(build.deliveryKeys);
    await eachDelivery(build, context, async (delivery) => {
      if (delivery.replayOf === null) keys.add(delivery.dedupeKey);
    });
    const { database } = context;
    await rememberPurgedKeys(database, buildRunId, [...keys]);
    await eachDelivery({ ...build, deliveryKeys: [...keys] }, context, async ({ body, ...delivery }) => {
      if (body === null) return;
      const text = await unpack(body);
      const rest = withoutLog({ provider: delivery.provider, body: text });
      if (rest !== text) await replaceBody(database, delivery, rest);
    });
    context.logger.info({ buildRunId }, 'purged log removed from deliveries');
  },
});

/** Searches the ledger day by day, because it has no index on builds. */
async function eachDelivery(
  build: PurgedBuild,
  { database, clock, retentionDays, signal }: JobContext,
  visit: (delivery: PurgedDelivery) => Promise<void>,
): Promise<void> {
  const now = clock.now();
  // The delivery log drops whole days, so it holds up to one day more than the retention period, and before that only
  // what was under a legal hold.
  const oldest = retentionDays + 1;
  for (let age = oldest; age >= 0; age -= 1) {
    signal.throwIfAborted();
    const from = new Date(age === oldest ? 0 : now - age * DAY_MS);
    const to = new Date(now - (age - 1) * DAY_MS);
    for (const delivery of await findPurgedDeliveries(database, { ...build, from, to })) await visit(delivery);
  }
}
