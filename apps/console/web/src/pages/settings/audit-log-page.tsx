import { Page } from '../../ui/page.js';

export function AuditLogPage() {
  return <Page title="Audit log">{null}</Page>;
}
