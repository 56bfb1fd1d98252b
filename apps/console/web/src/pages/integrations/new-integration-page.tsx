import { Page } from '../../ui/page.js';

export function NewIntegrationPage() {
  return <Page title="Add">{null}</Page>;
}
