import { type MailText, writeMail } from '@slipway/destinations';
import { resetPasswordPath } from '@slipway/domain';

/** Sends a user the link to choose a new password. */
export function resetMail(token: string, baseUrl: string): MailText {
  return writeMail('Reset your Slipway password', [
    { text: `Someone, probably you, asked to reset your password for Slipway at ${baseUrl}.` },
    {
      text: 'Choose a new password here. The link works once and expires in an hour:',
      link: baseUrl + resetPasswordPath(token),
    },
    { text: 'If you did not ask for this, ignore this email. Your password will not change.' },
  ]);
}
