import { unsubscribePath } from '@slipway/domain';
import { html } from './html.js';
import { layout } from './layout.js';

/** Asks before notification emails are stopped. */
export function renderUnsubscribe(token: string): string {
  return layout(
    'Stop notification emails',
    html`<h1>Stop notification emails</h1>
<p>Slipway will no longer email you about builds, deployments and approvals. You still find notifications under the bell.</p>
<form method="post" action="${unsubscribePath(token)}">
<button type="submit">Unsubscribe</button>
</form>`,
  );
}
