import { html } from './html.js';
import { layout, type Notice, renderNotice } from './layout.js';
import { renderPasskeyButton } from './passkeys.js';

interface SignInForm {
  readonly csrfToken: string;
  readonly returnTo: string;
  readonly email: string;
  readonly notice: Notice | null;
  readonly offersPasskey: boolean;
  readonly offersSignUp: boolean;
}

const PASSKEY_BUTTON = renderPasskeyButton({
  label: 'Sign in with a passkey',
  task: 'use',
  options: '/sign-in/passkey',
  action: '/sign-in/passkey',
});

/**
 * The form is sent to the page's own address, because then the browser keeps the fragment of the address that was
 * opened, such as #L286, through the redirects before and after.
 */
export function renderSignIn(form: SignInForm): string {
  const { csrfToken, returnTo, email, notice, offersPasskey, offersSignUp } = form;
  return layout(
    'Sign in',
    html`${renderNotice(notice)}
<form method="post">
<input type="hidden" name="csrf_token" value="${csrfToken}">
<input type="hidden" name="return_to" value="${returnTo}">
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${email}"${email === '' ? html` autofocus` : null}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${email === '' ? null : html` autofocus`}>
<button type="submit">Sign in</button>
${offersPasskey && PASSKEY_BUTTON}
</form>
<p class="aside"><a href="/sso/start?${new URLSearchParams({ return_to: returnTo }).toString()}">Sign in with single sign-on</a></p>
<p class="aside"><a href="/forgot-password">Forgot your password?</a></p>
${offersSignUp ? html`<p class="aside"><a href="/sign-up">Create an account</a></p>` : null}`,
  );
}

export function renderSignOut(csrfToken: string): string {
  return layout(
    'Sign out',
    html`<p>This signs you out of this browser only. Other browsers stay signed in, and API tokens keep working.</p>
<form method="post" action="/sign-out">
<input type="hidden" name="csrf_token" value="${csrfToken}">
<button type="submit">Sign out</button>
</form>
<p class="aside"><a href="/">Back</a></p>`,
  );
}

interface PasswordForm {
  readonly csrfToken: string;
  readonly notice: Notice | null;
}

export function renderForgotPassword({ csrfToken, notice }: PasswordForm): string {
  return layout(
    'Forgot your password?',
    html`<p>Enter your email address and we will send you a link to choose a new password.</p>
${renderNotice(notice)}
<form method="post" action="/forgot-password">
<input type="hidden" name="csrf_token" value="${csrfToken}">
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="username" required autofocus>
<button type="submit">Send link</button>
</form>
<p class="aside"><a href="/sign-in">Back to sign in</a></p>`,
  );
}

interface ResetForm extends PasswordForm {
  readonly token: string;
  readonly signsOutEverywhere: boolean;
}

export function renderResetPassword({ csrfToken, token, notice, signsOutEverywhere }: ResetForm): string {
  return layout(
    'Choose a new password',
    html`<p>Saving it signs you out of every browser.</p>
${renderNotice(notice)}
<form method="post" action="/reset-password">
<input type="hidden" name="csrf_token" value="${csrfToken}">
<input type="hidden" name="token" value="${token}">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="10" required autofocus>
<label class="check"><input name="sign_out_everywhere" type="checkbox" aria-describedby="everywhere"${signsOutEverywhere ? html` checked` : null}> Sign out everywhere and revoke my API tokens</label>
<p class="hint" id="everywhere">Also cuts off command lines, assistants, scripts and feed readers that act for you. Do this if someone else may have used your account.</p>
<button type="submit">Save password</button>
</form>`,
  );
}
