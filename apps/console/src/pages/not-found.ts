import { renderMessage } from './sign-in.js';

/** Shown at an address that has no page. */
export function renderNotFound(): string {
  return renderMessage('Not found', 'This page does not exist.', { href: '/', label: 'Go to Slipway' });
}
