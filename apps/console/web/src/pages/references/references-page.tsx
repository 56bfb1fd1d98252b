import { Page } from '../../ui/page.js';

export function ReferencesPage() {
  return <Page title="Tracker items">{null}</Page>;
}
