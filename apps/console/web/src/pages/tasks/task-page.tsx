import { Page } from '../../ui/page.js';

export function TaskPage() {
  return <Page title="Task">{null}</Page>;
}
