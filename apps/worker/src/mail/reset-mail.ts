import { resetPasswordPath } from '@slipway/domain';
import { type MailText, writeMail } from './mail-text.js';

/** Sends somebody the link by which they choose a new password. */
export function resetMail(token: string, baseUrl: string): MailText {
  return writeMail('Choose a new password for Slipway', [
    { text: `Somebody, probably you, asked for a new password for Slipway at ${baseUrl}.` },
    { text: 'Choose it here. The link works once, for an hour:', link: baseUrl + resetPasswordPath(token) },
    { text: 'If you did not ask for it, there is nothing to do: your password stays as it is.' },
  ]);
}
