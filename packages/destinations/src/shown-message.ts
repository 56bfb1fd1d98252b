/** A message as the receiver shows it. All texts are HTML. */
export interface ShownMessage {
  readonly kind: string;
  readonly tone: 'bad' | 'good' | 'neutral';
  readonly title: string;
  readonly content: readonly string[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly footer: string;
}

/** Anyone can post, so every field may be anything. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Text as HTML shows it literally. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A link to a web page. Other addresses, such as scripts, are shown as text. */
export function linkHtml(url: string, html: string): string {
  return /^https?:\/\//i.test(url) ? `<a href="${escapeHtml(url)}">${html}</a>` : html;
}

/** A paragraph, unless it is a quoted line. */
export const paragraph = (html: string) => (html.startsWith('<pre>') ? html : `<p>${html}</p>`);

/** Writes the parts of a text that a pattern finds in one way, and those between them in another. */
export function replaceMarks(
  text: string,
  pattern: RegExp,
  literal: (part: string) => string,
  marked: (groups: readonly (string | undefined)[]) => string,
): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    html += literal(text.slice(end, match.index)) + marked(match.slice(1));
    end = match.index + match[0].length;
  }
  return html + literal(text.slice(end));
}

const MARKDOWN = /```\n?([\s\S]*?)\n?```|\[((?:\\.|[^\]\\])*)\]\(([^)\s]*)\)/g;

/** Markdown whose only marks are code blocks and links, with everything else escaped. */
export function markdownHtml(text: string): string {
  const literal = (part: string) => escapeHtml(part.replaceAll(/\\(.)/g, '$1').trim());
  return replaceMarks(text.replaceAll('\u200B', ''), MARKDOWN, literal, ([code, label, url]) =>
    code === undefined ? linkHtml(url ?? '', literal(label ?? '')) : `<pre>${escapeHtml(code)}</pre>`,
  );
}

/** The fields of an object and of the objects in it, such as `change.id`. */
export function fieldsOf(object: Json, prefix = ''): ShownMessage['facts'] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (isObject(value)) return prefix === '' ? fieldsOf(value, `${name}.`) : [];
    const text = escapeHtml(String(value));
    return [{ label: escapeHtml(prefix + name), value: linkHtml(String(value), text) }];
  });
}
