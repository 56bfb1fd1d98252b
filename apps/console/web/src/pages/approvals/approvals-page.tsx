import { Page } from '../../ui/page.js';

export function ApprovalsPage() {
  return <Page title="Approvals">{null}</Page>;
}
