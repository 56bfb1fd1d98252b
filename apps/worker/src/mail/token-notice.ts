import type { MailedToken } from '@slipway/db';
import { type MailText, oneLine, showTime, writeMail } from '@slipway/destinations';
import { apiTokensPath } from '@slipway/domain';

const CREATED_THROUGH = {
  web: 'the web settings',
  cli: 'the command-line login',
  mcp: 'the assistant-server login',
} as const;

/** Informs a user that a token was created for them. Never contains the token itself. */
export function tokenNotice(token: MailedToken, baseUrl: string): MailText {
  const facts = [
    ['Name', oneLine(token.name)],
    ['Starts with', token.prefix],
    ['Created', showTime(token.createdAt)],
    ['Created through', CREATED_THROUGH[token.origin]],
    ['Expires', token.expiresAt === null ? 'never' : showTime(token.expiresAt)],
    ['Scopes', token.scopes.join(', ')],
  ] as const;
  const known = 'If you created it, you do not need to do anything.';
  const unknown = 'If you did not, revoke it now and change your password:';
  return writeMail(
    'A new API token was created for your Slipway account',
    [
      { text: `A new API token can act on your behalf on Slipway at ${baseUrl}.` },
      { text: `${known} ${unknown}`, link: baseUrl + apiTokensPath },
      { text: 'Only you receive this message, each time a token is created for you.' },
    ],
    facts,
  );
}
