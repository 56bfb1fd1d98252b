import { hexDigest, isoTime, loginOf, type SampleDetails, type SampleEvent } from './sample-event.js';

interface TrackerEvent {
  readonly name: string;
  readonly summary: string;
  /** In the words of the tracker. */
  readonly state: string;
}

const TRACKER_EVENTS: readonly TrackerEvent[] = [
  { name: 'created', summary: 'An issue is created', state: 'To Do' },
  { name: 'started', summary: 'Work on the issue starts', state: 'In Progress' },
  { name: 'done', summary: 'The issue is done', state: 'Done' },
];

type Make = (event: TrackerEvent, details: SampleDetails) => ReturnType<SampleEvent['make']>;

const eventsOf = (make: Make, referenceKey: (details: SampleDetails) => string): readonly SampleEvent[] =>
  TRACKER_EVENTS.map((event) => ({
    name: event.name,
    summary: event.summary,
    make: (details) => make(event, details),
    referenceKey,
  }));

const jiraKey = ({ number }: SampleDetails) => `HARB-${number}`;

export const jira = eventsOf(
  ({ name, state }, details) => ({
    path: 'jira',
    headers: { 'x-atlassian-webhook-identifier': details.id, 'x-atlassian-webhook-flow': 'Primary' },
    body: {
      timestamp: details.now,
      webhookEvent: name === 'created' ? 'jira:issue_created' : 'jira:issue_updated',
      user: { accountId: '712020:aa11', displayName: details.author },
      issue: {
        id: String(details.number),
        self: `https://harbor-games.atlassian.net/rest/api/2/issue/${details.number}`,
        key: jiraKey(details),
        fields: {
          summary: details.title,
          status: { name: state },
          assignee: { accountId: '712020:aa11', displayName: details.author },
          issuetype: { name: 'Bug' },
          updated: isoTime(details.now),
        },
      },
    },
  }),
  jiraKey,
);

const linearKey = ({ number }: SampleDetails) => `HAR-${number}`;

export const linear = eventsOf(
  ({ name, state }, details) => ({
    path: 'linear',
    headers: { 'linear-event': 'Issue', 'linear-delivery': details.id },
    body: {
      action: name === 'created' ? 'create' : 'update',
      type: 'Issue',
      createdAt: isoTime(details.now),
      data: {
        id: details.subject,
        identifier: linearKey(details),
        number: details.number,
        title: details.title,
        state: { name: state },
        team: { key: 'HAR', name: 'Harbor' },
        assignee: { id: hexDigest(details.author).slice(0, 32), name: details.author },
        createdAt: isoTime(details.startedAt),
        updatedAt: isoTime(details.now),
      },
      url: `https://linear.app/harbor/issue/${linearKey(details)}`,
      webhookTimestamp: details.now,
    },
  }),
  linearKey,
);

const trelloLink = ({ subject }: SampleDetails) => hexDigest(subject).slice(0, 8);

export const trello = eventsOf(
  ({ name, state }, details) => ({
    path: 'trello',
    body: {
      action: {
        id: details.id.replaceAll('-', '').slice(0, 24),
        type: name === 'created' ? 'createCard' : 'updateCard',
        date: isoTime(details.now),
        memberCreator: { fullName: details.author, username: loginOf(details) },
        data: {
          board: { id: '5f1e000000000000000000b1', name: 'Harbor art' },
          card: {
            id: hexDigest(details.subject).slice(0, 24),
            name: details.title,
            idShort: details.number,
            shortLink: trelloLink(details),
          },
          ...(name === 'created' ? { list: { name: state } } : { listAfter: { name: state } }),
        },
      },
      model: { id: '5f1e000000000000000000b1', name: 'Harbor art' },
    },
  }),
  trelloLink,
);

export const monday = eventsOf(
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

/** Asana names neither title nor state: its events only say what changed. */
export const asana = eventsOf(
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
