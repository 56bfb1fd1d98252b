/** Text as HTML shows it literally. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A link to a web page. Other addresses, such as scripts, are shown as text. */
export function linkHtml(url: string, html: string): string {
  return /^https?:\/\//i.test(url) ? `<a href="${escapeHtml(url)}">${html}</a>` : html;
}
