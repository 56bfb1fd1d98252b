import type { TokenMail } from '@slipway/db';
import { apiTokensPath } from '@slipway/domain';

/** The content of a mail as plain text and HTML. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const CREATED_THROUGH = {
  web: 'the web settings',
  cli: 'the login of the command line',
  mcp: 'the login of an assistant server',
} as const;

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const showTime = (time: Date) => `${TIME.format(time)} UTC`;

/** Informs a user that a token was created for them. Never contains the token itself. */
export function tokenNotice({ token }: TokenMail, baseUrl: string): MailText {
  const facts = [
    ['Name', oneLine(token.name)],
    ['Starts with', token.prefix],
    ['Created', showTime(token.createdAt)],
    ['Created through', CREATED_THROUGH[token.origin]],
    ['Expires', token.expiresAt === null ? 'never' : showTime(token.expiresAt)],
    ['Scopes', token.scopes.join(', ')],
  ] as const;
  const link = baseUrl + apiTokensPath;
  const opening = `A new API token can act for you on Slipway at ${baseUrl}.`;
  const known = 'If you created it, there is nothing to do.';
  const unknown = 'If you did not, revoke it now and change your password:';
  return {
    subject: 'A new API token was created for your Slipway account',
    text: [
      opening,
      facts.map(([label, value]) => `  ${`${label}:`.padEnd(17)}${value}`).join('\n'),
      `${known} ${unknown}\n${link}`,
      'You get this message each time a token is created for you, and nobody else gets it.',
    ].join('\n\n'),
    html: page(
      `<p>${escapeHtml(opening)}</p>`,
      `<table>${facts.map(([label, value]) => row(label, value)).join('')}</table>`,
      `<p>${escapeHtml(known)} ${escapeHtml(unknown)}<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
      '<p>You get this message each time a token is created for you, and nobody else gets it.</p>',
    ),
  };
}

/** Keeps a name typed by a user from imitating further lines of the mail. */
function oneLine(name: string): string {
  return name.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

function row(label: string, value: string): string {
  return `<tr><th align="left" valign="top">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`;
}

function page(...parts: string[]): string {
  return `<!doctype html><html lang="en"><body style="font-family: sans-serif">${parts.join('')}</body></html>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
