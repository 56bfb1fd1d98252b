import { type ClaimedMail, claimMail, failMail, markMailSent, postponeMail } from '@slipway/db';
import { createLeasePool, type LeasePool } from '../outgoing/lease-pool.js';
import type { OutboxDeps } from '../outgoing/outbox-deps.js';
import { nextAttempt } from './next-attempt.js';
import { SendError } from './transport.js';

/** Emails that one process sends concurrently. */
const MAX_HELD = 4;

export type MailDeps = Pick<OutboxDeps, 'database' | 'mailer' | 'logger'> & {
  readonly metrics: Pick<OutboxDeps['metrics'], 'mail'>;
};

/** Sends the emails that are due. After one that could not be sent, the next waits for the timer. */
export function createMailPool(deps: MailDeps): LeasePool {
  return createLeasePool({
    limit: MAX_HELD,
    claim: () => claimMail(deps.database),
    work: (mail) => sendMail(mail, deps),
    onError: (error, { id }) => deps.logger.error({ err: error, mailId: id }, 'sending mail failed'),
  });
}

async function sendMail(mail: ClaimedMail, deps: MailDeps): Promise<boolean> {
  try {
    await deps.mailer.send(mail);
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    await settleFailure(mail, error, deps);
    return false;
  }
  await markMailSent(deps.database, mail.id);
  deps.metrics.mail.inc({ outcome: 'sent' });
  return true;
}

async function settleFailure(
  mail: ClaimedMail,
  { kind, message: error }: SendError,
  { database, logger, metrics }: MailDeps,
): Promise<void> {
  const { id, attempts: attempt } = mail;
  const next = nextAttempt(mail, kind);
  logger.warn({ mailId: id, attempt, kind, reason: error, retryInMs: next?.delayMs }, 'mail not sent');
  metrics.mail.inc({ outcome: next === null ? 'given_up' : 'retried' });
  if (next === null) await failMail(database, { id, attempt, error });
  else await postponeMail(database, { id, attempt, error, ...next });
}
