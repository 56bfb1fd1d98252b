import { createHash } from 'node:crypto';
import type { MailText } from '@slipway/destinations';
import MailComposer from 'nodemailer/lib/mail-composer';

/** A composed email. */
export interface Message {
  readonly from: string;
  readonly to: string;
  /** Unique per email and the same for each attempt; without angle brackets. */
  readonly messageId: string;
  /** Headers and body as sent. */
  readonly raw: Buffer;
}

/** Composes an email. Header values are folded and encoded, so that none can inject another header. */
export async function composeMessage(
  { thread, unsubscribeUrl, ...content }: MailText,
  { from, to, messageId: id }: { from: string; to: string; messageId: string },
): Promise<Message> {
  const messageId = `${id}@${domainOf(from)}`;
  const composer = new MailComposer({
    ...content,
    from,
    to: { name: '', address: to },
    messageId: `<${messageId}>`,
    ...(thread === undefined ? {} : threadHeaders(thread, domainOf(from))),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { from: addressOf(from), to, messageId, raw: await composer.compile().build() };
}

/** Refers to a message that nobody ever gets, so that the first email of a thread needs no special treatment. */
function threadHeaders(thread: string, domain: string) {
  const first = `<thread-${createHash('sha256').update(thread).digest('hex').slice(0, 32)}@${domain}>`;
  return { inReplyTo: first, references: first };
}

/** One-click unsubscribing: https://www.rfc-editor.org/rfc/rfc8058 */
function unsubscribeHeaders(url: string | undefined) {
  if (url === undefined) return {};
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

function domainOf(from: string): string {
  return addressOf(from).split('@').at(-1) ?? 'localhost';
}
