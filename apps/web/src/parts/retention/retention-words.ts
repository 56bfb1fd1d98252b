import type { AccountRetention } from '@slipway/contracts';
import { plural } from '../../words/format.js';

type Kind = AccountRetention['kinds'][number]['kind'];

/** What each kind of data is, and what of it stays however old it is. */
export const KIND_WORDS: Readonly<Record<Kind, readonly [name: string, note: string]>> = {
  deliveries: ['Delivery log', 'Requests from your tools, and the keys that identify repeated ones.'],
  notifications: ['Notifications', 'With their messages.'],
  builds: [
    'Builds',
    'With steps, artifacts, logs and investigations. The latest builds of each job and branch, and builds that a deployment ships, stay.',
  ],
  build_logs: ['Build logs', 'The logs of the latest builds of each job and branch stay.'],
  changes: ['Changes', 'Changes that a task, an approval, a build or a deployment names stay.'],
  deployments: ['Deployments', 'The latest deployment to each place stays.'],
  assets: ['History of assets', 'Earlier versions, and assets whose file was deleted. Existing assets stay.'],
  references: ['Tracker items', 'Only closed items that no change or task mentions.'],
};

/** How long something is kept. */
export const keptFor = (days: number | null) => (days === null ? 'No limit' : plural(days, 'day'));
