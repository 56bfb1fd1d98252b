import type { TokenMail } from '@slipway/db';
import type { Settings } from '@slipway/runtime';
import { composeMessage } from './message.js';
import { openTransport } from './open-transport.js';
import { tokenNotice } from './token-notice.js';
import { SendError } from './transport.js';

/** Sends the mails of the outbox. */
export interface Mailer {
  /** Resolves once the mail is out; throws a SendError when it is not. */
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
