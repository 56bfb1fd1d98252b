import { isoTime } from '../../sample-event.js';
import { trackerEvents } from '../../shared/tracker-events.js';

export const sampleEvents = trackerEvents(
  ({ name, state }, details) => {
    const status = { label: { text: state } };
    return {
      path: 'monday',
      body: {
        event: {
          app: 'monday',
          type: name === 'created' ? 'create_pulse' : 'update_column_value',
          triggerTime: isoTime(details.now),
          triggerUuid: details.id,
          boardId: 778_678,
          pulseId: details.number,
          pulseName: details.title,
          ...(name === 'created'
            ? { columnValues: { status } }
            : { columnId: 'status', columnType: 'color', columnTitle: 'Status', value: status }),
        },
      },
    };
  },
  ({ number }) => String(number),
);
