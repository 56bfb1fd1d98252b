import { Page } from '../../ui/page.js';

export function BuildsPage() {
  return <Page title="Builds">{null}</Page>;
}
