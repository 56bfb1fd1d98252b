import { Page } from '../../ui/page.js';

export function BuildPage() {
  return <Page title="Build">{null}</Page>;
}
