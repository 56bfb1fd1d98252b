import { renderAccountFields } from './account-fields.js';
import { html } from './html.js';
import { layout, type Notice, renderNotice } from './layout.js';

interface SignUpForm {
  readonly csrfToken: string;
  readonly notice: Notice | null;
}

/** Asks for the address that the link is sent to. */
export function renderSignUp({ csrfToken, notice }: SignUpForm): string {
  return layout(
    'Create an account',
    html`<h1>Create an account</h1>
<p>Enter your email address and we will send you a link to create a Slipway account.</p>
${renderNotice(notice)}
<form method="post" action="/sign-up">
<input type="hidden" name="csrf_token" value="${csrfToken}">
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" autofocus>
<button type="submit">Send link</button>
</form>
<p class="aside"><a href="/sign-in">Back to sign in</a></p>`,
  );
}

interface FinishForm extends SignUpForm {
  readonly token: string;
  readonly email: string;
  /** Whether the person chooses a name and a password, because they are not a user yet. */
  readonly isNew: boolean;
  readonly values: Readonly<Record<string, string>>;
}

/** Creates the account, and the user if the person is new. */
export function renderFinishSignUp({ csrfToken, notice, token, email, isNew, values }: FinishForm): string {
  return layout(
    'Create your account',
    html`<h1>Create your account</h1>
<p>You will be its owner, as <strong>${email}</strong>.</p>
${renderNotice(notice)}
<form method="post" action="/sign-up/finish">
<input type="hidden" name="csrf_token" value="${csrfToken}">
<input type="hidden" name="token" value="${token}">
${renderAccountFields(values, true)}
${isNew ? newUserFields(email, values['name'] ?? '') : null}
<button type="submit">Create account</button>
</form>`,
  );
}

function newUserFields(email: string, name: string) {
  return html`<input type="email" name="email" value="${email}" autocomplete="username" readonly hidden>
<label for="name">Your name</label>
<input id="name" name="name" required maxlength="100" autocomplete="name" value="${name}">
<label for="password">Choose a password</label>
<input id="password" name="password" type="password" required minlength="10" autocomplete="new-password">`;
}
