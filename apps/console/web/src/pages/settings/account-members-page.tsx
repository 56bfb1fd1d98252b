import { Page } from '../../ui/page.js';

export function AccountMembersPage() {
  return <Page title="Members and roles">{null}</Page>;
}
