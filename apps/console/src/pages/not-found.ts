import { renderMessage } from './sign-in.js';

/** What an address shows that is no page. */
export function renderNotFound(): string {
  return renderMessage('Not found', 'This page does not exist.', { href: '/', label: 'Go to Slipway' });
}
