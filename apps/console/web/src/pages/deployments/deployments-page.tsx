import { Page } from '../../ui/page.js';

export function DeploymentsPage() {
  return <Page title="Deployments">{null}</Page>;
}
