import type { FactorSetup } from '../auth/second-factor/totp.js';
import { Html, html } from './html.js';
import { layout, type Notice, renderNotice } from './layout.js';
import { renderPasskeyButton } from './passkeys.js';

interface CodeForm {
  readonly csrfToken: string;
  readonly returnTo: string;
  readonly notice: Notice | null;
}

const CODE_FIELD = html`<label for="code">Code</label>
<input id="code" name="code" autocomplete="one-time-code" inputmode="text" autocapitalize="none" spellcheck="false" required autofocus aria-describedby="code-hint">`;

interface FactorQuestion extends CodeForm {
  readonly hasApp: boolean;
  readonly offersPasskey: boolean;
}

const PASSKEY_BUTTON = renderPasskeyButton({
  label: 'Use a passkey',
  task: 'use',
  options: '/sign-in/code/passkey',
});

export function renderCode({ csrfToken, returnTo, notice, hasApp, offersPasskey }: FactorQuestion): string {
  const title = offersPasskey ? 'Use your second factor' : 'Enter your code';
  return layout(
    title,
    html`${renderNotice(notice)}
<form method="post" action="/sign-in/code">
<input type="hidden" name="csrf_token" value="${csrfToken}">
<input type="hidden" name="return_to" value="${returnTo}">
${CODE_FIELD}
<p class="hint" id="code-hint">${hasApp ? 'The six digits that your authenticator app shows, or one of your recovery codes.' : 'One of your recovery codes.'}</p>
<button type="submit">Sign in</button>
${offersPasskey && PASSKEY_BUTTON}
</form>
<p class="aside">Lost everything? An owner of your account can reset your second factor. <a href="/sign-in?switch=1">Sign in as a different user</a></p>`,
  );
}

interface SetupForm extends CodeForm {
  readonly setup: FactorSetup;
  readonly isSigningIn: boolean;
  readonly isRequired: boolean;
  readonly offersPasskey: boolean;
}

export function renderFactorSetup(page: SetupForm): string {
  const { csrfToken, returnTo, notice, setup, isSigningIn, isRequired, offersPasskey } = page;
  const passkey = `/second-factor/passkey?${new URLSearchParams({ return_to: returnTo })}`;
  return layout(
    'Set up an authenticator app',
    html`${isRequired ? html`<p>Your account requires a second factor. Each time you sign in, you enter a code from an app besides your password.</p>` : html`<p>Each time you sign in, you enter a code from an app besides your password.</p>`}
<p>Scan this image with an authenticator app, such as the one in your password manager:</p>
<div class="qr" role="img" aria-label="QR code. The key below is the same as text.">${new Html(setup.qrCode)}</div>
<p>Or enter this key: <code>${setup.secret}</code></p>
${renderNotice(notice)}
<form method="post" action="/second-factor/set-up">
<input type="hidden" name="csrf_token" value="${csrfToken}">
<input type="hidden" name="return_to" value="${returnTo}">
<input type="hidden" name="sealed_key" value="${setup.sealed}">
${CODE_FIELD}
<p class="hint" id="code-hint">The six digits that the app shows now.</p>
<button type="submit">Turn on</button>
</form>
${offersPasskey && html`<p class="aside"><a href="${passkey}">Use a passkey instead</a></p>`}
<p class="aside"><a href="${isSigningIn ? '/sign-in?switch=1' : '/settings/sessions'}">Cancel</a></p>`,
  );
}

export function renderRecoveryCodes(codes: readonly string[], returnTo: string): string {
  return layout(
    'Save your recovery codes',
    html`<p>Your second factor is on. If you lose it, each of these codes replaces it once. Keep them in a safe place: they are not shown again.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a class="button" href="${returnTo}">I saved them. Continue</a></p>`,
  );
}

interface FactorForm {
  readonly csrfToken: string;
  readonly notice: Notice | null;
}

const FACTOR_FORMS = {
  remove: {
    title: 'Remove your authenticator app',
    text: 'If you have no passkey either, your password is then enough to sign in, and your recovery codes stop working.',
    button: 'Remove',
  },
  codes: {
    title: 'Get new recovery codes',
    text: 'The new codes replace all earlier ones.',
    button: 'Show new codes',
  },
} as const;

export function renderFactorForm(task: keyof typeof FACTOR_FORMS, { csrfToken, notice }: FactorForm): string {
  const { title, text, button } = FACTOR_FORMS[task];
  return layout(
    title,
    html`<p>${text}</p>
${renderNotice(notice)}
<form method="post" action="/second-factor/${task}">
<input type="hidden" name="csrf_token" value="${csrfToken}">
<button type="submit">${button}</button>
</form>
<p class="aside"><a href="/settings/sessions">Cancel</a></p>`,
  );
}
