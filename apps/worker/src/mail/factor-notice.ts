import type { MailedFactorRemoval } from '@slipway/db';
import { type MailText, oneLine, showTime, writeMail } from '@slipway/destinations';
import { forgotPasswordPath } from '@slipway/domain';

const REMOVED_BY = {
  you: 'you, in the settings',
  owner: 'an owner of your account',
  operator: 'the operator of the service',
} as const;

/** Informs a user that their second factor was removed, and what to do if nobody should have. */
export function factorNotice({ by, removedAt, ipAddress }: MailedFactorRemoval, baseUrl: string): MailText {
  const facts = [
    ['Removed', showTime(new Date(removedAt))],
    ['Removed by', REMOVED_BY[by]],
    ['IP address', oneLine(ipAddress.replace(/^::ffff:/, '')) || 'unknown'],
  ] as const;
  return writeMail(
    'Your second factor for Slipway was removed',
    [
      {
        text: `Signing in to Slipway at ${baseUrl} no longer asks you for a second factor: it was removed.`,
      },
      { text: 'If you expected this, set up a new one:', link: `${baseUrl}/second-factor/set-up` },
      {
        text: 'If not, choose a new password now and check “Sign out everywhere and revoke my API tokens”:',
        link: baseUrl + forgotPasswordPath,
      },
      { text: 'Then tell the owners of your account: the audit log shows who removed it.' },
    ],
    facts,
  );
}
