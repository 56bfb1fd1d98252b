import { unsubscribePath } from '@slipway/domain';
import { html } from './html.js';
import { layout } from './layout.js';

export function renderUnsubscribe(token: string): string {
  return layout(
    'Stop notification emails',
    html`<p>Slipway will no longer email you about builds, deployments and approvals. You can still find notifications under the bell.</p>
<form method="post" action="${unsubscribePath(token)}">
<button type="submit">Unsubscribe</button>
</form>`,
  );
}
