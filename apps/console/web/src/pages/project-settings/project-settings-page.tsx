import { Page } from '../../ui/page.js';

export function ProjectSettingsPage() {
  return <Page title="Settings">{null}</Page>;
}
