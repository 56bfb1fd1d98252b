import type { Scope } from '@slipway/contracts';
import { SCOPE_MEANINGS } from '../scope-meanings.js';
import { html } from './html.js';
import { layout } from './layout.js';

interface Consent {
  readonly csrfToken: string;
  readonly clientName: string;
  /** The host or app that gets access; null for a client on the user's own computer. */
  readonly host: string | null;
  readonly scopes: readonly Scope[];
  readonly redirectUri: string;
  readonly email: string;
  readonly lifetimeDays: number;
  /** Where the decision is sent: the path of the request with its query. */
  readonly action: string;
}

export function renderConsent(consent: Consent): string {
  const { csrfToken, clientName, host, scopes, redirectUri, email, lifetimeDays, action } = consent;
  const otherUser = new URLSearchParams({ switch: '1', return_to: action });
  const client = clientName || 'A command-line client';
  const place = host === null ? html`on this computer` : html`at <strong>${host}</strong>`;
  // Anyone can register a client under any name, so only its address says who it is.
  const warning =
    host !== null &&
    html`<p class="notice problem">Clients choose their own names. Allow this only if you trust ${host} and started this
connection there.</p>
`;
  return layout(
    'Allow access?',
    html`<p><strong>${client}</strong> ${place} wants to act on your behalf, <strong>${email}</strong>. It will be able to:</p>
<ul class="scopes">
${scopes.map((scope) => html`<li>${SCOPE_MEANINGS[scope]} <code>${scope}</code></li>\n`)}</ul>
<p>Access expires after <strong>${lifetimeDays} days</strong>, or when you revoke it in your token settings. The response
goes to <code>${redirectUri}</code>.</p>
${warning}<form method="post" action="${action}">
<input type="hidden" name="csrf_token" value="${csrfToken}">
<div class="choices">
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny" class="plain">Deny</button>
</div>
</form>
<p class="aside">Not you? <a href="${`/sign-in?${otherUser}`}">Sign in as a different user</a>. If you did not start this login, deny it.</p>`,
  );
}
