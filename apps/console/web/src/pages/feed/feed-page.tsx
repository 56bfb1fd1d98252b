import { Page } from '../../ui/page.js';

export function FeedPage() {
  return <Page title="Feed">{null}</Page>;
}
