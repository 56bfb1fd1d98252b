import type { MailedPasswordChange } from '@slipway/db';
import { type MailText, oneLine, showTime, writeMail } from '@slipway/destinations';
import { forgotPasswordPath } from '@slipway/domain';

const CHANGED_BY = {
  reset: 'a link sent by email',
  settings: 'the settings, with the previous password',
} as const;

/** Informs a user that their password was changed, and what to do if they did not change it. */
export function passwordNotice({ how, changedAt, ipAddress }: MailedPasswordChange, baseUrl: string): MailText {
  const facts = [
    ['Changed', showTime(new Date(changedAt))],
    ['Changed through', CHANGED_BY[how]],
    ['IP address', oneLine(ipAddress.replace(/^::ffff:/, '')) || 'unknown'],
  ] as const;
  const known = 'If this was you, you do not need to do anything.';
  const unknown = 'If not, choose a new password now and check “Sign out everywhere and revoke my API tokens”:';
  return writeMail(
    'Your Slipway password was changed',
    [
      { text: `Your password for Slipway at ${baseUrl} was changed.` },
      { text: `${known} ${unknown}`, link: baseUrl + forgotPasswordPath },
      { text: 'Then tell the owners of your account: the audit log shows what was done in your name.' },
      { text: 'Only you receive this message, each time your password changes.' },
    ],
    facts,
  );
}
