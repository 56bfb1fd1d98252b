import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { NotificationContent } from './message.js';

// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new signing secret. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
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
export function webhookBody({ type, data }: NotificationContent, createdAt: Date): string {
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
}
