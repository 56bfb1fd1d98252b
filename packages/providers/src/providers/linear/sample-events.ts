import { hexDigest, isoTime, type LifeCycle, type SampleDetails } from '../../sample-event.js';
import { trackerEvents } from '../../shared/tracker-events.js';

const teamKey = ({ reported }: SampleDetails) => reported?.trackerKey ?? 'HAR';
const issueKey = (details: SampleDetails) => `${teamKey(details)}-${details.number}`;

export const sampleEvents = trackerEvents(
  ({ name, state }, details) => ({
    path: 'linear',
    headers: { 'linear-event': 'Issue', 'linear-delivery': details.id },
    body: {
      action: name === 'created' ? 'create' : 'update',
      type: 'Issue',
      createdAt: isoTime(details.now),
      data: {
        id: details.subject,
        identifier: issueKey(details),
        number: details.number,
        title: details.title,
        state: { name: state },
        team: { key: teamKey(details), name: 'Harbor' },
        assignee: {
          id: details.reported?.assigneeId ?? hexDigest(details.author).slice(0, 32),
          name: details.author,
        },
        createdAt: isoTime(details.startedAt),
        updatedAt: isoTime(details.now),
      },
      url: `https://linear.app/${details.reported?.site ?? 'harbor'}/issue/${issueKey(details)}`,
      webhookTimestamp: details.now,
    },
  }),
  issueKey,
);

export const lifeCycle: LifeCycle = { weight: 2, choose: () => ['created', 'started', 'done'] };
