import type { MailedInvitation } from '@slipway/db';
import { type MailText, oneLine, showTime, writeMail } from '@slipway/destinations';
import { invitationPath } from '@slipway/domain';

/** Invites a person to an account. */
export function invitationMail(invitation: MailedInvitation, token: string, baseUrl: string): MailText {
  const { invitedBy, role, expiresAt } = invitation;
  const account = oneLine(invitation.accountName);
  return writeMail(`Join ${account} on Slipway`, [
    {
      text: `${oneLine(invitedBy)} invited you to join ${account} on Slipway at ${baseUrl} as ${withArticle(role)}.`,
    },
    { text: `Accept the invitation by ${showTime(expiresAt)}:`, link: baseUrl + invitationPath(token) },
    { text: 'If you do not recognize the sender, ignore this email.' },
  ]);
}

const withArticle = (role: 'owner' | 'member') => (role === 'owner' ? 'an owner' : 'a member');
