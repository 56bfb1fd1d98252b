import { redactText } from '@slipway/domain';
import { SettingsError } from '@slipway/runtime';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { Message } from './compose-message.js';
import { type MailTransport, SendError, type SendFailure } from './transport.js';

/** Limits for the steps of a session; a slower server is retried later. */
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const MAX_REASON = 500;

/** Sends emails to an SMTP server, each in its own session. */
export function smtpTransport(url: string): MailTransport {
  if (!URL.canParse(url)) throw new SettingsError(['SMTP_URL: is not a URL']);
  return { send: (message) => sendOnce(url, message) };
}

async function sendOnce(url: string, { from, to, raw }: Message): Promise<void> {
  let wasTransferred = false;
  const transport = createTransport({
    url,
    ...TIMEOUTS,
    // The log shows whether the server had received the whole email before a failure. It is not written anywhere.
    logger: {
      info(entry: { tnx?: string }) {
        if (entry.tnx === 'message') wasTransferred = true;
      },
    },
  });
  const failure = await transport.sendMail({ envelope: { from, to: [to] }, raw }).then(
    () => null,
    (error: NodemailerError) => error,
  );
  // The original error is not passed on: it names the recipient in several places.
  if (failure !== null) throw new SendError(reasonOf(failure), { kind: failureOf(failure, wasTransferred) });
}

/**
 * A 5xx reply to the recipient or the email is permanent. A rejected session (a wrong password, a blocked sender) is
 * not: the email waits until the operator fixes the cause.
 */
function failureOf(
  { responseCode = 0, code, command = '' }: NodemailerError,
  wasTransferred: boolean,
): SendFailure {
  if (code === 'EENVELOPE' && command === 'API') return 'refused';
  if (responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')) return 'refused';
  return wasTransferred && responseCode === 0 ? 'unconfirmed' : 'failed';
}

/** Removes the recipient's address, which servers repeat in their replies. */
function reasonOf({ message, code = '' }: NodemailerError): string {
  return redactText(`${code} ${message}`.trim()).slice(0, MAX_REASON);
}
