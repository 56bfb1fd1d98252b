import { type MailText, writeMail } from '@slipway/destinations';
import { signUpPath } from '@slipway/domain';

/** Sends a person the link to create an account. It reads the same whether or not they already use Slipway. */
export function signUpMail(token: string, baseUrl: string): MailText {
  return writeMail('Create your Slipway account', [
    { text: `Someone, probably you, asked to create an account on Slipway at ${baseUrl}.` },
    {
      text: 'Create it here. The link works once and expires in a day:',
      link: baseUrl + signUpPath(token),
    },
    { text: 'If you did not ask for this, ignore this email. No account will be created.' },
  ]);
}
