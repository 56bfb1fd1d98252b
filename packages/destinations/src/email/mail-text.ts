import { inline } from '@slipway/domain';
import { escapeHtml } from '../shown-message.js';

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
export const oneLine = inline;

/** A paragraph of an email. */
export interface MailParagraph {
  readonly text: string;
  /** A line of a log, shown below the text as it is. */
  readonly quote?: string | null;
  /** Follows the text on its own line. */
  readonly link?: string;
  /** Whether the text itself is the link, in HTML. */
  readonly isLink?: boolean;
  /** Whether it is about the email, not about what happened. */
  readonly isSmall?: boolean;
}

/** A labelled value, with a page that shows it. */
type Fact = readonly [label: string, value: string, url?: string | undefined];

/** Writes an email of paragraphs, with a table of facts after the first. */
export function writeMail(
  subject: string,
  paragraphs: readonly MailParagraph[],
  facts: readonly Fact[] = [],
): MailText {
  const table = facts.map(([label, value]) => `  ${`${label}:`.padEnd(17)}${value}`).join('\n');
  const [first = '', ...rest] = paragraphs.map(paragraphText);
  const [firstHtml = '', ...restHtml] = paragraphs.map(paragraphHtml);
  const tableHtml = facts.length === 0 ? '' : `<table style="${TABLE}">${facts.map(rowHtml).join('')}</table>`;
  const body = [firstHtml, tableHtml, ...restHtml].join('\n');
  return {
    subject,
    text: [first, ...(table === '' ? [] : [table]), ...rest].join('\n\n'),
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title></head>
<body style="${BODY}"><div style="max-width: 600px">${body}</div></body></html>`,
  };
}

// Mail programs ignore style sheets. Colors without a background must be readable on white and on black.
const BODY =
  'margin: 16px; font: 15px/1.5 -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif; ' +
  'overflow-wrap: anywhere';
const TABLE = 'margin: 16px 0; border-collapse: collapse';
const CELL = 'padding: 2px 16px 2px 0; text-align: left; vertical-align: top';
const FAINT = 'color: #7a7f87';
const QUOTE =
  'margin: 16px 0; padding: 10px 12px; border-radius: 6px; background: rgba(127, 127, 127, 0.15); ' +
  'font: 13px/1.5 Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere';

function paragraphText({ text, quote, link }: MailParagraph): string {
  const quoted = quote == null ? text : `${text}\n\n    ${quote}`;
  return link === undefined ? quoted : `${quoted}\n${link}`;
}

function paragraphHtml({ text, quote, link, isLink = false, isSmall = false }: MailParagraph): string {
  const style = isSmall ? ` style="${FAINT}; font-size: 13px"` : '';
  const quoted = quote == null ? '' : `<pre style="${QUOTE}">${escapeHtml(quote)}</pre>`;
  if (link !== undefined && isLink) return `<p${style}>${linkHtml(link, text)}</p>`;
  return `<p${style}>${escapeHtml(text)}${link === undefined ? '' : `<br>${linkHtml(link, link)}`}</p>${quoted}`;
}

const linkHtml = (url: string, text: string) => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

function rowHtml([label, value, url]: Fact): string {
  const shown = url === undefined ? escapeHtml(value) : linkHtml(url, value);
  const heading = `<th style="${CELL}; ${FAINT}; font-weight: normal; white-space: nowrap">${escapeHtml(label)}</th>`;
  return `<tr>${heading}<td style="${CELL}">${shown}</td></tr>`;
}
