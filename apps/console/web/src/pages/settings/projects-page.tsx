import { Page } from '../../ui/page.js';

export function ProjectsPage() {
  return <Page title="Projects">{null}</Page>;
}
