import { columnsOf, computed, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { fromJson } from '../../json.js';
import { sql } from '../../sql.js';
import { type MailedHandshake, type MailSubject, subjectOf } from './mail-subject.js';
import { mailOwners } from './security-notices.js';

/** Queues an email about a handshake to each owner of the account, in the caller's transaction. */
export async function mailHandshake(
  tx: DatabaseHandle,
  accountId: number,
  handshake: MailedHandshake,
): Promise<void> {
  await mailOwners(tx, accountId, { kind: 'handshake', payload: handshake, now: handshake.registeredAt });
}

/** An email claimed for sending. */
export interface ClaimedMail {
  readonly id: string;
  /** The same for every attempt, so that the mail server can recognize a repeat. */
  readonly messageId: string;
  /** How often the email was claimed, including this time. */
  readonly attempts: number;
  /** Whether an earlier attempt may have been delivered: the server did not respond, or the worker died. */
  readonly unconfirmed: boolean;
  readonly recipient: string;
  /** The user whose email it is; for an invitation, the user who invites. */
  readonly userId: number;
  readonly subject: MailSubject;
}

/** Long after any attempt has ended, so that it expires only if the worker has died. */
const LEASE_SECONDS = 360;

/**
 * Claims the email that is due first; null if none is. A claim is a lease: a worker that neither settles nor postpones
 * the email in time is considered dead, and the email is claimed again. By then it may have been delivered; an email
 * that may have been delivered twice is given up.
 */
export async function claimMail(on: DatabaseHandle): Promise<ClaimedMail | null> {
  for (;;) {
    const claimed = await claimDue.first(on.pool, null);
    if (claimed === null) return null;
    const mail = claimed.status === 'sending' ? await readMail(on, claimed.id) : null;
    if (mail !== null) return mail;
  }
}

// The statuses here and below are literals: Prisma's enum parameters do not match the partial index.

const isOver = sql`(m.unconfirmed AND m.status = 'sending')`;

/** Skips emails that another worker is claiming. */
const claimDue = defineQuery({
  name: 'claim mail',
  columns: pick(columnsOf('MailOutbox', 'm'), 'id', 'status'),
  examples: [null],
  build: (_: null, select) => sql`
    UPDATE mail_outbox m SET unconfirmed = m.unconfirmed OR m.status = 'sending',
      status = CASE WHEN ${isOver} THEN 'failed'::mail_status ELSE 'sending' END,
      last_error = CASE WHEN ${isOver} THEN 'two workers died while sending it' ELSE m.last_error END,
      attempts = m.attempts + CASE WHEN ${isOver} THEN 0 ELSE 1 END,
      next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS}::float8)
    WHERE m.id = (SELECT id FROM mail_outbox WHERE status IN ('pending', 'sending') AND next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING ${select}`,
});

/** Null if the user was deleted meanwhile, and the email with them. */
async function readMail(on: DatabaseHandle, id: string): Promise<ClaimedMail | null> {
  const mail = await on.prisma.mailOutbox.findUnique({
    where: { id },
    select: {
      id: true,
      kind: true,
      payload: true,
      messageId: true,
      attempts: true,
      unconfirmed: true,
      userId: true,
      user: { select: { email: true, name: true } },
      apiToken: {
        select: {
          name: true,
          prefix: true,
          origin: true,
          scopes: true,
          createdAt: true,
          expiresAt: true,
          oauthGrant: { select: { expiresAt: true } },
        },
      },
    },
  });
  if (mail === null) return null;
  const { kind, payload, user, apiToken, ...rest } = mail;
  const own = { ...rest, recipient: user.email };
  if (kind === 'invitation') return { ...own, ...(await readInvitation(on, payload, user.name)) };
  return { ...own, subject: subjectOf(kind, payload, apiToken) };
}

/** An invitation goes to a person who may not be a user yet; the outbox row names the user who invites them. */
async function readInvitation(
  { prisma }: DatabaseHandle,
  payload: unknown,
  invitedBy: string,
): Promise<{ subject: MailSubject; recipient?: string }> {
  const { invitationId = '' } = fromJson<{ invitationId?: string }>(payload);
  const invitation = await prisma.invitation.findFirst({
    where: { id: invitationId, acceptedAt: null },
    select: { id: true, email: true, role: true, expiresAt: true, account: { select: { name: true } } },
  });
  if (invitation === null) return { subject: { kind: 'void' } };
  const { id, email, role, expiresAt, account } = invitation;
  const mailed = { id, role, expiresAt, invitedBy, accountName: account.name };
  return { recipient: email, subject: { kind: 'invitation', invitation: mailed } };
}

/** Marks an email as sent, whichever worker holds the lease by now, because it has already gone out. */
export async function markMailSent({ prisma }: DatabaseHandle, id: string): Promise<void> {
  await prisma.mailOutbox.updateMany({
    where: { id, status: { not: 'sent' } },
    data: { status: 'sent', sentAt: new Date(), lastError: null },
  });
}

/** A failed attempt. */
export interface MailFailure {
  readonly id: string;
  /** The attempt that failed. If it has lost its lease to another attempt, nothing changes. */
  readonly attempt: number;
  readonly error: string;
}

/** Schedules another attempt; `unconfirmed` if this or an earlier attempt may have been delivered. */
export async function postponeMail(
  on: DatabaseHandle,
  failure: MailFailure & { readonly unconfirmed: boolean; readonly delayMs: number },
): Promise<void> {
  const { id, attempt, error, unconfirmed, delayMs } = failure;
  const now = await databaseTime(on);
  await on.prisma.mailOutbox.updateMany({
    where: { id, status: 'sending', attempts: attempt },
    data: {
      status: 'pending',
      unconfirmed,
      lastError: error,
      nextAttemptAt: new Date(now.getTime() + delayMs),
    },
  });
}

/** Gives up on an email. */
export async function failMail({ prisma }: DatabaseHandle, { id, attempt, error }: MailFailure): Promise<void> {
  await prisma.mailOutbox.updateMany({
    where: { id, status: 'sending', attempts: attempt },
    data: { status: 'failed', lastError: error },
  });
}

const mailBacklog = defineQuery({
  name: 'mail backlog',
  columns: {
    waiting: computed('int8', sql`count(*)`),
    oldestSeconds: computed(
      'float8',
      sql`COALESCE(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8`,
    ),
  },
  examples: [null],
  build: (_: null, select) => sql`SELECT ${select} FROM mail_outbox WHERE status IN ('pending', 'sending')`,
});

/** How many emails are waiting, and the age of the oldest. */
export async function readMailBacklog({
  pool,
}: DatabaseHandle): Promise<{ waiting: number; oldestSeconds: number }> {
  return (await mailBacklog.first(pool, null)) ?? { waiting: 0, oldestSeconds: 0 };
}
