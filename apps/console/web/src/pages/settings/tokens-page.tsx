import { Page } from '../../ui/page.js';

export function TokensPage() {
  return <Page title="API tokens">{null}</Page>;
}
