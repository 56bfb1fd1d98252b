import { renderAccountFields } from './account-fields.js';
import { html } from './html.js';
import { layout, type Notice, renderNotice } from './layout.js';

interface SetupForm {
  readonly csrfToken: string;
  /** Whether the visitor must prove that they operate the service. */
  readonly asksForCode: boolean;
  readonly notice: Notice | null;
  readonly values: Readonly<Record<string, string>>;
}

/** Creates the first account of an empty service. */
export function renderSetup({ csrfToken, asksForCode, notice, values }: SetupForm): string {
  const value = (name: string) => values[name] ?? '';
  return layout(
    'Set up Slipway',
    html`<h1>Set up Slipway</h1>
<p>This service has no accounts yet. Create the first one; you will be its owner.</p>
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
