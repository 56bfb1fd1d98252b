import { randomBytes } from 'node:crypto';
import type { NotificationContent } from '@slipway/domain';
import { Webhook } from 'standardwebhooks';

// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new signing secret. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** A signing secret; it is no longer used from `until` on. */
export interface WebhookSecret {
  readonly secret: string;
  /** An ISO 8601 time; null for the current secret. */
  readonly until: string | null;
}

/** A message to sign. */
export interface SignedWebhook {
  /** The same for every attempt, so that the receiver can recognize a repeat. */
  readonly id: string;
  /** The time of this attempt in epoch milliseconds. */
  readonly now: number;
  readonly body: string;
  /** Every valid secret: two while one replaces the other. */
  readonly secrets: readonly string[];
}

/** The headers by which a receiver verifies a webhook. */
export function webhookHeaders({ id, now, body, secrets }: SignedWebhook): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, new Date(now), body));
  const timestamp = String(Math.floor(now / 1000));
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** The body of an outgoing webhook. */
export function webhookBody({ type, data }: NotificationContent, createdAt: Date) {
  return { type, timestamp: createdAt.toISOString(), data };
}

/** How long the replaced secret still signs, so that receivers can change theirs without losing a message. */
const OVERLAP_MS = 24 * 60 * 60_000;

/** The secrets that sign at a time, the current one first. */
export function activeSecrets(secrets: readonly WebhookSecret[], now: number): string[] {
  return secrets.filter(({ until }) => until === null || Date.parse(until) > now).map(({ secret }) => secret);
}

/** Adds a new secret. The current one signs for another day, and earlier ones until their own day is over. */
export function rotateSecrets(secrets: readonly WebhookSecret[], now: number): WebhookSecret[] {
  const until = new Date(now + OVERLAP_MS).toISOString();
  const kept = secrets.filter(({ until: end }) => end === null || Date.parse(end) > now);
  return [
    { secret: newWebhookSecret(), until: null },
    ...kept.map(({ secret, until: end }) => ({ secret, until: end ?? until })),
  ];
}
