import { join } from 'node:path';
import type { ClaimedMail, MailSubject } from '@slipway/db';
import { digestMail, type MailText, notificationMail, pauseNotice } from '@slipway/destinations';
import {
  appSecretsOf,
  createInvitationLinks,
  createResetLinks,
  createSignUpLinks,
  createUnsubscribeLinks,
  unsubscribePath,
} from '@slipway/domain';
import type { Settings } from '@slipway/runtime';
import { composeMessage } from './compose-message.js';
import { factorNotice } from './factor-notice.js';
import { fileTransport } from './file-transport.js';
import { handshakeNotice } from './handshake-notice.js';
import { invitationMail } from './invitation-mail.js';
import { passwordNotice } from './password-notice.js';
import { resetMail } from './reset-mail.js';
import { deviceNotice, guessesNotice, ownerNotice, secretNotice, suspensionNotice } from './security-notices.js';
import { signUpMail } from './sign-up-mail.js';
import { smtpTransport } from './smtp-transport.js';
import { tokenNotice } from './token-notice.js';
import { type MailTransport, SendError } from './transport.js';

/** Sends the emails of the outbox, and those to people who are not users yet. */
export interface Mailer {
  /** Resolves once the email is sent; rejects with a SendError otherwise. */
  send(mail: OutgoingMail): Promise<void>;
}

interface OutgoingMail extends Pick<ClaimedMail, 'recipient' | 'messageId' | 'subject'> {
  /** Null for a person who is not a user yet. */
  readonly userId: number | null;
}

const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/;

type MailSettings = Pick<
  Settings,
  'SMTP_URL' | 'DATA_DIR' | 'MAIL_FROM' | 'BASE_URL' | 'APP_SECRET' | 'APP_SECRET_ALSO_ACCEPTED'
>;

export function createMailer(settings: MailSettings): Mailer {
  const transport = openTransport(settings);
  const write = createWriter(settings);
  return {
    async send({ recipient: to, messageId, subject, userId }) {
      if (!ADDRESS.test(to)) throw new SendError('the recipient has no email address', { kind: 'refused' });
      const content = write(subject, userId);
      if (content === null) throw new SendError('its subject no longer exists', { kind: 'refused' });
      await transport.send(await composeMessage(content, { from: settings.MAIL_FROM, to, messageId }));
    },
  };
}

/**
 * Writes the email about a subject; null if there is nothing to write about. Links are signed here and stored nowhere.
 */
function createWriter(settings: MailSettings): (subject: MailSubject, userId: number | null) => MailText | null {
  const { BASE_URL: baseUrl } = settings;
  const links = openLinks(settings);
  const unsubscribeUrl = (userId: number | null) =>
    baseUrl + unsubscribePath(links.unsubscribe.tokenOf(String(userId)));
  return (subject, userId) => {
    switch (subject.kind) {
      case 'token_created':
        return tokenNotice(subject.token, baseUrl);
      case 'password_reset':
        return resetMail(links.reset.tokenOf(subject.resetId), baseUrl);
      case 'password_changed':
        return passwordNotice(subject.change, baseUrl);
      case 'second_factor_removed':
        return factorNotice(subject.removal, baseUrl);
      case 'new_device':
        return deviceNotice(subject.device, baseUrl);
      case 'guessed_codes':
        return guessesNotice(subject.guesses, baseUrl);
      case 'suspended':
        return suspensionNotice(subject.suspension, baseUrl);
      case 'new_owner':
        return ownerNotice(subject.owner, baseUrl);
      case 'new_secret':
        return secretNotice(subject.secret, baseUrl);
      case 'invitation':
        return invitationMail(subject.invitation, links.invitation.tokenOf(subject.invitation.id), baseUrl);
      case 'sign_up':
        return signUpMail(links.signUp.tokenOf(subject.signUpId), baseUrl);
      case 'handshake':
        return handshakeNotice(subject.handshake, baseUrl);
      case 'notification':
        return notificationMail(subject.notification, { baseUrl, unsubscribeUrl: unsubscribeUrl(userId) });
      case 'notification_digest':
        return digestMail(subject.digest, { baseUrl, unsubscribeUrl: unsubscribeUrl(userId) });
      case 'channel_paused':
        return pauseNotice(subject.pause, baseUrl);
      case 'void':
        return null;
    }
  };
}

function openLinks(settings: MailSettings) {
  const appSecrets = appSecretsOf(settings);
  return {
    reset: createResetLinks(appSecrets),
    invitation: createInvitationLinks(appSecrets),
    signUp: createSignUpLinks(appSecrets),
    unsubscribe: createUnsubscribeLinks(appSecrets),
  };
}

/** The operator's mail server, or a folder next to the data if none is configured. */
function openTransport({ SMTP_URL, DATA_DIR }: { SMTP_URL: string; DATA_DIR: string }): MailTransport {
  return SMTP_URL === '' ? fileTransport(join(DATA_DIR, 'mail')) : smtpTransport(SMTP_URL);
}
