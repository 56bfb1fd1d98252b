import { type ClaimedMail, claimMail, failMail, markMailSent, postponeMail } from '@slipway/db';
import { defineJob, type JobContext } from '../define-job.js';
import { nextAttempt } from '../mail/next-attempt.js';
import { SendError } from '../mail/transport.js';

const BATCH = 4;
/** Longer than the job's time limit, so that a lease expires only if its worker has died. */
const LEASE_SECONDS = 360;
const BUDGET_MS = 60_000;

/** Sends the emails that are due. Each worker claims its own, so that several can run in parallel. */
export const job = defineJob({
  name: 'deliver_mail',
  async run(_payload, context) {
    const { database, clock, signal } = context;
    const deadline = clock.now() + BUDGET_MS;
    while (clock.now() < deadline && !signal.aborted) {
      const due = await claimMail(database, { limit: BATCH, leaseSeconds: LEASE_SECONDS });
      const sent = await Promise.all(due.map((mail) => deliver(mail, context)));
      // The mail server accepted nothing, so wait for the next run.
      if (!sent.includes(true)) return;
    }
  },
});

async function deliver(mail: ClaimedMail, context: JobContext): Promise<boolean> {
  const { database, mailer, metrics } = context;
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    await settleFailure(mail, error, context);
    return false;
  }
  await markMailSent(database, mail.id);
  metrics.mail.inc({ outcome: 'sent' });
  return true;
}

async function settleFailure(
  mail: ClaimedMail,
  { kind, message: error }: SendError,
  { database, logger, metrics }: JobContext,
): Promise<void> {
  const { id, attempts: attempt } = mail;
  const next = nextAttempt(mail, kind);
  logger.warn({ mailId: id, attempt, kind, reason: error, retryInMs: next?.delayMs }, 'mail not sent');
  metrics.mail.inc({ outcome: next === null ? 'given_up' : 'retried' });
  if (next === null) await failMail(database, { id, attempt, error });
  else await postponeMail(database, { id, attempt, error, ...next });
}
