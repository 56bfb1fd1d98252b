import { Page } from '../../ui/page.js';

export function SessionsPage() {
  return <Page title="Sessions and password">{null}</Page>;
}
