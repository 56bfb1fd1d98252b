import type { NotificationType } from '@slipway/contracts';
import type { Redactor } from '../redaction/redactor.js';
import { type HiddenPeople, redactText } from '../text/redact-text.js';

/** A labelled value in a message, with a page that shows it. */
export interface MessageFact {
  readonly label: string;
  readonly value: string;
  readonly url?: string;
}

/**
 * What a message says, before it is written for a channel. It contains no email address and no credential: its writer
 * removes them. Nothing in it is escaped.
 */
export interface Message {
  readonly tone: 'bad' | 'good' | 'neutral';
  /** One line that makes sense on its own, in a list of notifications. */
  readonly title: string;
  readonly text: string;
  readonly quote: string | null;
  readonly facts: readonly MessageFact[];
  readonly link: { readonly label: string; readonly url: string };
  readonly source: string;
}

export interface NotificationContent {
  readonly type: NotificationType;
  readonly message: Message;
  /** For outgoing webhooks. People are in it as user ids only. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface DescribeOptions {
  readonly baseUrl: string;
  /** The members, whose names outgoing webhooks must not carry. */
  readonly people: HiddenPeople;
}

/** The content without a project's masked values. */
export function maskContent({ type, ...content }: NotificationContent, redactor: Redactor): NotificationContent {
  const masked = JSON.parse(JSON.stringify(content), (_key, value: unknown) =>
    typeof value === 'string' ? redactor.name(value) : value,
  ) as typeof content;
  return { type, ...masked };
}

/** Cuts a text to a number of UTF-16 units without splitting a character. Channels reject texts over their limits. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text
    .slice(0, max - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}

/**
 * Characters that nobody sees, such as those that reverse the direction of a text. Without joiners, family emoji and
 * Persian words would fall apart.
 */
const INVISIBLE = /(?![\u200C\u200D])\p{Cf}/gu;

/** A text on one line, without characters that only change how the rest is shown. */
export function inline(text: string): string {
  return text
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

/**
 * A text on one line with its special characters escaped, cut to a number of UTF-16 units. Cuts between characters,
 * because half an escape sequence would be shown or be an error.
 */
export function escapeWithin(text: string, max: number, escapeCharacter: (character: string) => string): string {
  let escaped = '';
  for (const character of inline(text)) {
    const next = escapeCharacter(character);
    if (escaped.length + next.length > max - 1) return `${escaped}…`;
    escaped += next;
  }
  return escaped;
}

/** A text from outside on one line, without credentials and addresses, and cut to a number of UTF-16 units. */
export function clean(text: string, max: number, people?: HiddenPeople): string {
  return clip(redactText(inline(text), people), max);
}
