import { Page } from '../../ui/page.js';

export function ConnectPage() {
  return <Page title="Connect a client">{null}</Page>;
}
