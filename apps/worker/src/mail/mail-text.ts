/** The content of an email as plain text and HTML. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Mail programs show emails with the same thread as one conversation. */
  readonly thread?: string;
  /** Where the recipient can unsubscribe without signing in. Mail programs show a button for it. */
  readonly unsubscribeUrl?: string;
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

export const showTime = (time: Date): string => `${TIME.format(time)} UTC`;

/** Prevents a name typed by a user from imitating more lines of the email. */
export function oneLine(name: string): string {
  return name.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** A paragraph, optionally followed by a link on its own line. */
export interface MailParagraph {
  readonly text: string;
  readonly link?: string;
}

type Facts = readonly (readonly [label: string, value: string])[];

/** Writes an email of paragraphs, with a table of facts after the first. */
export function writeMail(subject: string, paragraphs: readonly MailParagraph[], facts: Facts = []): MailText {
  const table = facts.map(([label, value]) => `  ${`${label}:`.padEnd(17)}${value}`).join('\n');
  const lines = paragraphs.map(({ text, link }) => (link === undefined ? text : `${text}\n${link}`));
  const [first = '', ...rest] = lines;
  const [firstHtml = '', ...restHtml] = paragraphs.map(paragraphHtml);
  const tableHtml = facts.length === 0 ? '' : `<table>${facts.map(rowHtml).join('')}</table>`;
  const body = [firstHtml, tableHtml, ...restHtml].join('');
  return {
    subject,
    text: [first, ...(table === '' ? [] : [table]), ...rest].join('\n\n'),
    html: `<!doctype html><html lang="en"><body style="font-family: sans-serif">${body}</body></html>`,
  };
}

function paragraphHtml({ text, link }: MailParagraph): string {
  const after = link === undefined ? '' : `<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`;
  return `<p>${escapeHtml(text)}${after}</p>`;
}

function rowHtml([label, value]: readonly [string, string]): string {
  return `<tr><th align="left" valign="top">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`;
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
