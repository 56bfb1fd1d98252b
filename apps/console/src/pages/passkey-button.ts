import { type Html, html } from './html.js';

interface PasskeyButton {
  readonly label: string;
  /** What the script does: use a passkey, or create one. */
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
