import { isoTime } from '../../sample-event.js';
import { trackerEvents } from '../../shared/tracker-events.js';

/** Asana sends neither title nor state: its events only say what changed. */
export const sampleEvents = trackerEvents(
  ({ name }, details) => ({
    path: 'asana',
    body: {
      events: [
        {
          user: { gid: '120300', resource_type: 'user' },
          created_at: isoTime(details.now),
          action: name === 'created' ? 'added' : 'changed',
          resource: { gid: String(details.number), resource_type: 'task', resource_subtype: 'default_task' },
          parent: name === 'created' ? { gid: '120', resource_type: 'project' } : null,
          ...(name === 'created' ? {} : { change: { field: 'completed', action: 'changed' } }),
        },
      ],
    },
  }),
  ({ number }) => String(number),
).filter(({ name }) => name !== 'started');
