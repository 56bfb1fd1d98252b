import { Page } from '../../ui/page.js';

export function MetricsPage() {
  return <Page title="Metrics">{null}</Page>;
}
