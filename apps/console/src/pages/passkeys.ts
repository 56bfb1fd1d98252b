import { html } from './html.js';
import { layout, type Notice, renderNotice } from './layout.js';
import { renderPasskeyButton } from './passkey-button.js';

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

/** Adds a passkey to a user's second factors. */
export function renderAddPasskey({ csrfToken, returnTo, notice, isSigningIn, isRequired }: AddForm): string {
  const app = `/second-factor/set-up?${new URLSearchParams({ return_to: returnTo })}`;
  return layout(
    'Add a passkey',
    html`<h1>Add a passkey</h1>
${isRequired && html`<p>Your account requires a second factor.</p>`}
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
