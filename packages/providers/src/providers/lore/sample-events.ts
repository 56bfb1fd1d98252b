import { hexDigest, isoTime, type LifeCycle, type SampleEvent } from '../../sample-event.js';
import { DELIVERY_HEADER } from '../../shared/delivery-header.js';

export const sampleEvents: readonly SampleEvent[] = [
  {
    name: 'push',
    summary: 'A revision is pushed',
    make: (details) => ({
      path: 'lore',
      headers: { [DELIVERY_HEADER]: details.id },
      body: {
        revision: hexDigest(details.subject),
        revision_number: details.number,
        branch: 'main',
        repository: 'harbor',
        author: details.author,
        message: details.title,
        timestamp: isoTime(details.now),
        files: [{ path: details.file, action: 'add' }],
      },
    }),
    feedRef: ({ number }) => `r${number}`,
  },
];

export const lifeCycle: LifeCycle = { weight: 1, choose: () => ['push'] };
