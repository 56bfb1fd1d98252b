import { Page } from '../../ui/page.js';

export function IntegrationPage() {
  return <Page title="Integration">{null}</Page>;
}
