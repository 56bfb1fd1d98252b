import { isoTime, type LifeCycle, type SampleDetails, type SampleEvent } from '../../sample-event.js';
import { DELIVERY_HEADER } from '../../shared/delivery-header.js';

const version = ({ number }: SampleDetails) => `0.9.${number}`;

const progress = (event: string) => (details: SampleDetails) => ({
  path: 'deployment',
  headers: { [DELIVERY_HEADER]: details.id },
  body: {
    platform: 'steam',
    event,
    build_number: details.number,
    steam_app_id: '4513280',
    branch: 'beta',
    version: version(details),
    timestamp: isoTime(details.now),
  },
});

const feedRef = (details: SampleDetails) => `steam ${version(details)}`;

export const sampleEvents: readonly SampleEvent[] = [
  { name: 'uploading', summary: 'An upload to Steam starts', make: progress('upload_started'), feedRef },
  { name: 'submitted', summary: 'The upload is complete', make: progress('uploaded'), feedRef },
  { name: 'live', summary: 'The build goes live on the branch', make: progress('live'), feedRef },
  {
    name: 'rolled_back',
    summary: 'The branch goes back to another build',
    make: progress('rolled_back'),
    feedRef,
  },
];

export const lifeCycle: LifeCycle = {
  weight: 2,
  choose: (random) => ['uploading', 'submitted', 'live', ...(random() < 0.1 ? ['rolled_back'] : [])],
};
