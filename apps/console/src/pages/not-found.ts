import { renderMessage } from './sign-in.js';

/** What an address shows that is no page. */
export function renderNotFound(): string {
  return renderMessage('Not found', 'There is no page at this address.', { href: '/', label: 'Go to Slipway' });
}
