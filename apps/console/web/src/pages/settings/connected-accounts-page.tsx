import { Page } from '../../ui/page.js';

export function ConnectedAccountsPage() {
  return <Page title="Connected accounts">{null}</Page>;
}
