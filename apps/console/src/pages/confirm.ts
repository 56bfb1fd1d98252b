import type { ConfirmationWays } from '../auth/confirmation/confirmations.js';
import { html } from './html.js';
import { layout, type Notice, renderNotice } from './layout.js';
import { renderPasskeyButton } from './passkeys.js';

interface ConfirmForm {
  readonly csrfToken: string;
  readonly returnTo: string;
  readonly notice: Notice | null;
  readonly ways: ConfirmationWays;
  readonly email: string;
}

const PASSWORD_FIELD = html`<label for="password">Your password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus>
<button type="submit">Confirm</button>`;

const CODE_FIELD = html`<label for="code">Code</label>
<input id="code" name="code" autocomplete="one-time-code" inputmode="text" autocapitalize="none" spellcheck="false" required autofocus aria-describedby="code-hint">
<p class="hint" id="code-hint">The six digits that your authenticator app shows, or one of your recovery codes.</p>
<button type="submit">Confirm</button>`;

const PASSKEY_BUTTON = renderPasskeyButton({ label: 'Use a passkey', task: 'use', options: '/confirm/passkey' });

export function renderConfirm({ csrfToken, returnTo, notice, ways, email }: ConfirmForm): string {
  const signIn = `/sign-in?${new URLSearchParams({ switch: '1', return_to: returnTo })}`;
  const atProvider = `/confirm/sso?${new URLSearchParams({ return_to: returnTo })}`;
  const hasForm = ways.password || ways.code;
  const hasWay = hasForm || ways.sso !== null;
  return layout(
    'Confirm that it is you',
    html`<p>You are signed in as ${email}. This step needs a fresh confirmation, which then counts for ten minutes.</p>
${renderNotice(notice)}
${
  hasForm
    ? html`<form method="post" action="/confirm">
<input type="hidden" name="csrf_token" value="${csrfToken}">
<input type="hidden" name="return_to" value="${returnTo}">
${ways.password && PASSWORD_FIELD}${ways.code && CODE_FIELD}
${ways.passkey && PASSKEY_BUTTON}
</form>`
    : null
}
${ways.sso !== null && html`<p><a class="button${hasForm ? ' plain' : ''}" href="${atProvider}">Confirm at ${ways.sso}</a></p>`}
<p class="aside">${hasWay ? 'Or' : null} <a href="${signIn}">${hasWay ? 'sign in again' : 'Sign in again'}</a>, which also counts. <a href="/">Cancel</a></p>`,
  );
}
