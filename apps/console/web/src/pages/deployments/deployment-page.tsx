import { Page } from '../../ui/page.js';

export function DeploymentPage() {
  return <Page title="Deployment">{null}</Page>;
}
