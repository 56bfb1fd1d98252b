import { join } from 'node:path';
import type { TokenMail } from '@slipway/db';
import type { Settings } from '@slipway/runtime';
import { composeMessage } from './compose-message.js';
import { fileTransport } from './file-transport.js';
import { smtpTransport } from './smtp-transport.js';
import { tokenNotice } from './token-notice.js';
import { type MailTransport, SendError } from './transport.js';

/** Sends the mails of the outbox. */
export interface Mailer {
  /** Resolves when the mail was sent; rejects with a SendError otherwise. */
  sendTokenNotice(mail: TokenMail): Promise<void>;
}

const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/;

export function createMailer(
  settings: Pick<Settings, 'SMTP_URL' | 'DATA_DIR' | 'MAIL_FROM' | 'BASE_URL'>,
): Mailer {
  const transport = openTransport(settings);
  return {
    async sendTokenNotice(mail) {
      const { recipient: to, messageId } = mail;
      if (!ADDRESS.test(to)) throw new SendError('the owner has no mail address', { kind: 'refused' });
      const content = tokenNotice(mail, settings.BASE_URL);
      await transport.send(await composeMessage(content, { from: settings.MAIL_FROM, to, messageId }));
    },
  };
}

/** The operator's mail server, or a folder beside the data when none is configured. */
function openTransport({ SMTP_URL, DATA_DIR }: { SMTP_URL: string; DATA_DIR: string }): MailTransport {
  return SMTP_URL === '' ? fileTransport(join(DATA_DIR, 'mail')) : smtpTransport(SMTP_URL);
}
