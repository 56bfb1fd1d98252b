import { isoTime, type LifeCycle, loginOf, type SampleEvent } from '../../sample-event.js';
import { DELIVERY_HEADER } from '../../shared/delivery-header.js';

export const sampleEvents: readonly SampleEvent[] = [
  {
    name: 'submit',
    summary: 'A changelist is submitted',
    make: (details) => ({
      path: 'perforce',
      headers: { [DELIVERY_HEADER]: details.id },
      body: {
        changelist: details.number,
        timestamp: isoTime(details.now),
        user: loginOf(details),
        client: `${loginOf(details)}-ws`,
        description: details.title,
        stream: '//harbor/main',
        files: [{ path: `//harbor/main/${details.file}`, action: 'edit' }],
      },
    }),
    feedRef: ({ number }) => `CL ${number}`,
  },
];

export const lifeCycle: LifeCycle = { weight: 2, choose: () => ['submit'] };
