import { Page } from '../../ui/page.js';

export function BillingPage() {
  return <Page title="Plan and credits">{null}</Page>;
}
