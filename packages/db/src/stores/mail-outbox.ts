import { execute, type Queryable, query, queryOne, sql } from '../sql.js';

/** The notice of a new API token, claimed for sending. */
export interface TokenMail {
  readonly id: string;
  /** The same for every attempt, so that a mail server can tell a repeat. */
  readonly messageId: string;
  /** How often it was claimed, this time included. */
  readonly attempts: number;
  /** Whether an earlier attempt may have arrived: it was handed over without an answer, or its worker died. */
  readonly unconfirmed: boolean;
  readonly recipient: string;
  readonly token: {
    readonly name: string;
    readonly prefix: string;
    readonly origin: 'web' | 'cli' | 'mcp';
    readonly scopes: readonly string[];
    readonly createdAt: Date;
    readonly expiresAt: Date | null;
  };
}

/**
 * Claims notices that are due. A claim is a lease: who neither settles nor postpones a mail in time is taken for dead,
 * and the mail is claimed again. It may have arrived by then; one that may have arrived twice is given up.
 */
export async function claimTokenMail(
  on: Queryable,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<TokenMail[]> {
  const rows = await query<Omit<TokenMail, 'token'> & TokenMail['token']>(
    on,
    sql`WITH due AS MATERIALIZED (
          SELECT id, status = 'sending' AS died, status = 'sending' AND unconfirmed AS over FROM mail_outbox
          WHERE status IN ('pending', 'sending') AND next_attempt_at <= now() AND kind = 'token_created'
          ORDER BY next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED),
        given_up AS (
          UPDATE mail_outbox m SET status = 'failed', last_error = 'two workers died while sending it' FROM due d
          WHERE m.id = d.id AND d.over),
        claimed AS (
          UPDATE mail_outbox m SET status = 'sending', attempts = m.attempts + 1,
            unconfirmed = m.unconfirmed OR d.died,
            next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
          FROM due d WHERE m.id = d.id AND NOT d.over
          RETURNING m.id, m.message_id, m.attempts, m.unconfirmed, m.user_id, m.api_token_id)
        SELECT c.id, c.message_id AS "messageId", c.attempts, c.unconfirmed, u.email AS recipient, t.name, t.prefix,
          t.origin, t.scopes, t.created_at AS "createdAt", t.expires_at AS "expiresAt"
        FROM claimed c JOIN users u ON u.id = c.user_id JOIN api_tokens t ON t.id = c.api_token_id
        ORDER BY t.created_at, t.id`,
  );
  return rows.map(({ id, messageId, attempts, unconfirmed, recipient, ...token }) => ({
    id,
    messageId,
    attempts,
    unconfirmed,
    recipient,
    token,
  }));
}

/** Marks a mail as sent, whoever holds the lease by now: it is out. */
export async function markMailSent(on: Queryable, id: string): Promise<void> {
  await execute(
    on,
    sql`UPDATE mail_outbox SET status = 'sent', sent_at = clock_timestamp(), last_error = NULL
        WHERE id = ${id}::uuid AND status <> 'sent'`,
  );
}

/** A failed attempt, and what follows from it. */
export interface MailFailure {
  readonly id: string;
  /** Which attempt failed. One that lost its lease to another says nothing any more. */
  readonly attempt: number;
  readonly error: string;
}

/** Puts a mail back for another attempt; `unconfirmed` when it may have arrived by this one or an earlier one. */
export async function postponeMail(
  on: Queryable,
  {
    id,
    attempt,
    error,
    unconfirmed,
    delayMs,
  }: MailFailure & { readonly unconfirmed: boolean; readonly delayMs: number },
): Promise<void> {
  await execute(
    on,
    sql`UPDATE mail_outbox SET status = 'pending', unconfirmed = ${unconfirmed}, last_error = ${error},
          next_attempt_at = clock_timestamp() + make_interval(secs => ${delayMs / 1000})
        WHERE id = ${id}::uuid AND status = 'sending' AND attempts = ${attempt}`,
  );
}

/** Gives a mail up. */
export async function failMail(on: Queryable, { id, attempt, error }: MailFailure): Promise<void> {
  await execute(
    on,
    sql`UPDATE mail_outbox SET status = 'failed', last_error = ${error}
        WHERE id = ${id}::uuid AND status = 'sending' AND attempts = ${attempt}`,
  );
}

/** How much mail waits, and how old the oldest of it is. */
export async function readMailBacklog(on: Queryable): Promise<{ waiting: number; oldestSeconds: number }> {
  const row = await queryOne<{ waiting: number; oldestSeconds: number }>(
    on,
    sql`SELECT count(*) AS waiting,
          COALESCE(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS "oldestSeconds"
        FROM mail_outbox WHERE status IN ('pending', 'sending')`,
  );
  return row ?? { waiting: 0, oldestSeconds: 0 };
}
