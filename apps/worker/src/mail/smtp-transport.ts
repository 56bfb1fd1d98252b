import { sanitizeText } from '@slipway/domain';
import { SettingsError } from '@slipway/runtime';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { Message } from './message.js';
import { type MailTransport, SendError, type SendFailure } from './transport.js';

/** Each bounds one step of a session; a server that is slower than that is tried again later. */
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const MAX_REASON = 500;

/** Hands mails to an SMTP server, each in a session of its own. */
export function smtpTransport(url: string): MailTransport {
  if (!URL.canParse(url)) throw new SettingsError(['SMTP_URL: is not an address']);
  return { send: (message) => sendOnce(url, message) };
}

async function sendOnce(url: string, { from, to, raw }: Message): Promise<void> {
  let handedOver = false;
  const transport = createTransport({
    url,
    ...TIMEOUTS,
    // Tells apart what failed before the server had the whole mail from what failed after. Nothing is logged.
    logger: {
      info(entry: { tnx?: string }) {
        if (entry.tnx === 'message') handedOver = true;
      },
    },
  });
  const failure = await transport.sendMail({ envelope: { from, to: [to] }, raw }).then(
    () => null,
    (error: NodemailerError) => error,
  );
  // The failure itself goes no further: it names the recipient in several places.
  if (failure !== null) throw new SendError(reasonOf(failure), { kind: failureOf(failure, handedOver) });
}

/**
 * A server that refuses the recipient or the mail with a 5xx will refuse it again. Refusing to talk at all (a wrong
 * password, an unwelcome sender) is for the operator to mend, and the mail can wait for that.
 */
function failureOf({ responseCode = 0, code, command = '' }: NodemailerError, handedOver: boolean): SendFailure {
  if (code === 'EENVELOPE' && command === 'API') return 'refused';
  if (responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')) return 'refused';
  return handedOver && responseCode === 0 ? 'unconfirmed' : 'failed';
}

/** Servers like to name the recipient in their answers. */
function reasonOf({ message, code = '' }: NodemailerError): string {
  return sanitizeText(`${code} ${message}`.trim()).slice(0, MAX_REASON);
}
