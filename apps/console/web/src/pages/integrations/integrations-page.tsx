import { Page } from '../../ui/page.js';

export function IntegrationsPage() {
  return <Page title="Integrations">{null}</Page>;
}
