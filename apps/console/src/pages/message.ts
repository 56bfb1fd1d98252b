import { html } from './html.js';
import { layout } from './layout.js';

export interface Message {
  readonly title: string;
  readonly text: string;
  /** Where the reader goes from here. */
  readonly href: string;
  readonly label: string;
}

export function renderMessage({ title, text, href, label }: Message): string {
  return layout(title, html`<p>${text}</p>\n<p class="aside"><a href="${href}">${label}</a></p>`);
}

export function renderNotFound(): string {
  return renderMessage({
    title: 'Not found',
    text: 'This page does not exist.',
    href: '/',
    label: 'Go to Slipway',
  });
}
