import { html } from './html.js';
import { layout, type Notice, renderNotice } from './layout.js';

function renderAccountFields(values: Readonly<Record<string, string>>, hasFocus: boolean) {
  const value = (name: string) => values[name] ?? '';
  const engine = (id: string, label: string) =>
    html`<option value="${id}"${value('engine') === id ? html` selected` : null}>${label}</option>`;
  return html`<label for="account_name">Studio</label>
<input id="account_name" name="account_name" required maxlength="100" autocomplete="organization" value="${value('account_name')}"${hasFocus ? html` autofocus` : null}>
<label for="project_name">First project</label>
<input id="project_name" name="project_name" required maxlength="100" value="${value('project_name')}">
<label for="engine">Engine</label>
<select id="engine" name="engine">${engine('unreal', 'Unreal Engine')}${engine('unity', 'Unity')}${engine('custom', 'Custom engine')}</select>`;
}

interface SetupForm {
  readonly csrfToken: string;
  /** Whether the visitor must prove that they operate the service. */
  readonly asksForCode: boolean;
  readonly notice: Notice | null;
  readonly values: Readonly<Record<string, string>>;
}

export function renderSetup({ csrfToken, asksForCode, notice, values }: SetupForm): string {
  const value = (name: string) => values[name] ?? '';
  return layout(
    'Set up Slipway',
    html`<p>This service has no accounts yet. Create the first one; you will be its owner.</p>
${renderNotice(notice)}
<form method="post" action="/setup">
<input type="hidden" name="csrf_token" value="${csrfToken}">
${asksForCode ? codeField(value('setup_code')) : null}
${renderAccountFields(values, !asksForCode)}
<label for="name">Your name</label>
<input id="name" name="name" required maxlength="100" autocomplete="name" value="${value('name')}">
<label for="email">Your email address</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="username" value="${value('email')}">
<label for="password">Password</label>
<input id="password" name="password" type="password" required minlength="10" autocomplete="new-password">
<button type="submit">Create account</button>
</form>`,
  );
}

function codeField(typed: string) {
  return html`<label for="setup_code">Setup code</label>
<input id="setup_code" name="setup_code" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="setup_code_hint" value="${typed}" autofocus>
<p class="hint" id="setup_code_hint">The service wrote it to its log at startup, and to the file <code>setup-code</code> in its data folder.</p>`;
}

interface SignUpForm {
  readonly csrfToken: string;
  readonly notice: Notice | null;
}

export function renderSignUp({ csrfToken, notice }: SignUpForm): string {
  return layout(
    'Create an account',
    html`<p>Enter your email address and we will send you a link to create a Slipway account.</p>
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

export function renderFinishSignUp({ csrfToken, notice, token, email, isNew, values }: FinishForm): string {
  return layout(
    'Create your account',
    html`<p>You will be its owner, as <strong>${email}</strong>.</p>
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
