import { type Html, html } from './html.js';
import { layout, type Notice, renderNotice } from './layout.js';

interface PasskeyButton {
  readonly label: string;
  readonly task: 'use' | 'create';
  /** Where the script gets what the browser needs. */
  readonly options: string;
  /** Where the form is sent, if not to its own address. */
  readonly action?: string;
  readonly isMain?: boolean;
}

/**
 * A button that fills the form's `passkey` field by script and sends the form. Browsers offer passkeys only to scripts,
 * so the script shows the button.
 */
export function renderPasskeyButton({ label, task, options, action, isMain }: PasskeyButton): Html {
  return html`<input type="hidden" name="passkey" value="">
<button type="submit"${isMain ? null : html` class="plain"`} data-passkey="${task}" data-options="${options}"${action === undefined ? null : html` formaction="${action}"`} formnovalidate hidden>${label}</button>
<p class="notice problem" role="alert" data-passkey-problem hidden></p>
<noscript><p class="hint">Passkeys need JavaScript, which is turned off in this browser.</p></noscript>
<script type="module" src="/console/passkeys.js"></script>`;
}

interface AddForm {
  readonly csrfToken: string;
  readonly returnTo: string;
  readonly notice: Notice | null;
  readonly isSigningIn: boolean;
  readonly isRequired: boolean;
}

const CREATE = renderPasskeyButton({
  label: 'Create passkey',
  task: 'create',
  options: '/second-factor/passkey/options',
  isMain: true,
});

export function renderAddPasskey({ csrfToken, returnTo, notice, isSigningIn, isRequired }: AddForm): string {
  const app = `/second-factor/set-up?${new URLSearchParams({ return_to: returnTo })}`;
  return layout(
    'Add a passkey',
    html`${isRequired && html`<p>Your account requires a second factor.</p>`}
<p>A passkey stays on your phone, computer or security key. It replaces the code when you sign in, and if the device checks your fingerprint, face or PIN, also the password.</p>
${renderNotice(notice)}
<form method="post" action="/second-factor/passkey">
<input type="hidden" name="csrf_token" value="${csrfToken}">
<input type="hidden" name="return_to" value="${returnTo}">
<label for="name">Name</label>
<input id="name" name="name" maxlength="100" required autofocus aria-describedby="name-hint">
<p class="hint" id="name-hint">Where it is stored, such as “Work laptop”, so that you know which one to remove.</p>
${CREATE}
</form>
${isRequired && html`<p class="aside"><a href="${app}">Use an authenticator app instead</a></p>`}
<p class="aside"><a href="${isSigningIn ? '/sign-in?switch=1' : '/settings/sessions'}">Cancel</a></p>`,
  );
}
