import { html } from './html.js';
import { layout, type Notice, renderNotice } from './layout.js';

interface SsoStartForm {
  readonly csrfToken: string;
  readonly returnTo: string;
  readonly email: string;
  readonly notice: Notice | null;
}

export function renderSsoStart({ csrfToken, returnTo, email, notice }: SsoStartForm): string {
  return layout(
    'Single sign-on',
    html`<p>Enter your work email address. We take you to the sign-in page of your studio.</p>
${renderNotice(notice)}
<form method="post" action="/sso/start">
<input type="hidden" name="csrf_token" value="${csrfToken}">
<input type="hidden" name="return_to" value="${returnTo}">
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="username" required autofocus value="${email}">
<button type="submit">Continue</button>
</form>
<p class="aside"><a href="/sign-in?${new URLSearchParams({ return_to: returnTo }).toString()}">Sign in with a password</a></p>`,
  );
}

/** Shown for a moment, on the way to the provider. */
export function renderContinue({ href, host }: { readonly href: string; readonly host: string }): string {
  return layout(
    'Single sign-on',
    html`<p>You sign in at ${host}.</p>
<p class="aside"><a href="${href}">Continue</a></p>`,
  );
}

interface SwitchPage {
  readonly href: string;
  readonly host: string;
  readonly email: string;
}

/** Shown to a signed-in user who followed a link of another site to a provider. */
export function renderSwitch({ href, host, email }: SwitchPage): string {
  return layout(
    'Sign in again?',
    html`<p>You are signed in as ${email}. A link on another site asks you to sign in at ${host}, which ends this session. Continue only if you expected this.</p>
<p class="aside"><a href="${href}">Sign in at ${host}</a> or <a href="/">stay signed in</a></p>`,
  );
}
