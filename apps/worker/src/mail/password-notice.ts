import type { MailedPasswordChange } from '@slipway/db';
import { forgotPasswordPath } from '@slipway/domain';
import { type MailText, oneLine, showTime, writeMail } from './mail-text.js';

const CHANGED_BY = {
  reset: 'the link of a mail',
  settings: 'the settings, with the former password',
} as const;

/** Informs a user that their password was changed, and what to do if they did not change it. */
export function passwordNotice({ how, changedAt, ipAddress }: MailedPasswordChange, baseUrl: string): MailText {
  const facts = [
    ['Changed', showTime(new Date(changedAt))],
    ['Through', CHANGED_BY[how]],
    ['Network address', oneLine(ipAddress.replace(/^::ffff:/, '')) || 'unknown'],
  ] as const;
  const known = 'If you changed it, there is nothing to do.';
  const unknown =
    'If you did not, choose a new password now, and tick “Sign out everywhere and revoke my API tokens” there:';
  return writeMail(
    'Your Slipway password was changed',
    [
      { text: `The password with which you sign in to Slipway at ${baseUrl} was changed.` },
      { text: `${known} ${unknown}`, link: baseUrl + forgotPasswordPath },
      { text: 'Then tell the owners of your account: their audit log shows what was done in your name.' },
      { text: 'You get this message each time your password is changed, and nobody else gets it.' },
    ],
    facts,
  );
}
