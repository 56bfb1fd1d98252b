import { millis, time, timeWithOffset, type Webhook } from '../webhook.js';

/** The story of a tracker item, which is created, assigned and closed, and how people mention it. */
export interface TrackerStory {
  readonly provider: string;
  /** The assignee's uid in the tracker. */
  readonly uid: string;
  readonly key: string;
  readonly url: string;
  /** The text of a commit that mentions it. */
  readonly named: string;
  readonly title: { readonly first: string; readonly last: string };
  readonly states: readonly [created: string, closed: string];
  readonly created: Webhook;
  readonly assigned: Webhook;
  readonly closed: Webhook;
  readonly deleted: Webhook;
}

const assignee = {
  accountId: '5b10ac8d82e05b22cc7d4ef5',
  displayName: 'Mira Okafor',
  emailAddress: 'mira@tidewright.example.com',
  active: true,
};

function jira(event: string, minutes: number, fields: object, rest: object = {}): Webhook {
  return {
    endpoint: 'jira',
    headers: { 'x-atlassian-webhook-identifier': `jira-${event}-${minutes}` },
    body: {
      timestamp: millis(minutes),
      webhookEvent: `jira:issue_${event}`,
      user: assignee,
      issue: {
        id: '10421',
        self: 'https://tidewright.atlassian.net/rest/api/2/issue/10421',
        key: 'UND-201',
        fields: {
          summary: 'Ferry drifts off its lane',
          issuetype: { name: 'Bug' },
          priority: { name: 'High' },
          status: { name: 'To Do', statusCategory: { key: 'new' } },
          assignee: null,
          updated: timeWithOffset(minutes, -5).replace(/:00$/, '00'),
          labels: [],
          ...fields,
        },
      },
      ...rest,
    },
  };
}

const closing = {
  changelog: {
    id: '1',
    items: [
      { field: 'status', fieldtype: 'jira', from: '3', fromString: 'In Progress', to: '5', toString: 'Done' },
    ],
  },
};

const jiraStory: TrackerStory = {
  provider: 'jira',
  uid: assignee.accountId,
  key: 'UND-201',
  url: 'https://tidewright.atlassian.net/browse/UND-201',
  named: 'UND-201: keep the lane',
  title: { first: 'Ferry drifts off its lane', last: 'Ferry drifts' },
  states: ['To Do', 'Done'],
  created: jira('created', 0, {}),
  assigned: jira('updated', 5, { summary: 'Ferry drifts', assignee }),
  closed: jira('updated', 9, { summary: 'Ferry drifts', assignee, status: { name: 'Done' } }, closing),
  deleted: jira('deleted', 20, { summary: 'Ferry drifts', assignee, status: { name: 'Done' } }),
};

function linear(action: string, minutes: number, data: object, rest: object = {}): Webhook {
  return {
    endpoint: 'linear',
    headers: { 'linear-delivery': `linear-${action}-${minutes}`, 'linear-event': 'Issue' },
    body: {
      action,
      type: 'Issue',
      actor: { id: 'a-1', type: 'user', name: 'Mira Okafor', email: 'mira@tidewright.example.com' },
      createdAt: time(minutes),
      organizationId: 'o-1',
      webhookId: 'w-1',
      url: 'https://linear.app/tidewright/issue/TID-31/gulls-clip-the-mast',
      data: {
        id: '2174add1-f7c8-44e3-bbf3-2d60b5ea8bc9',
        identifier: 'TID-31',
        number: 31,
        title: 'Gulls clip the mast',
        priority: 2,
        state: { id: 's-1', name: 'Todo', type: 'unstarted', color: '#fff' },
        team: { id: 't-1', key: 'TID', name: 'Tides' },
        updatedAt: time(minutes),
        ...data,
      },
      ...rest,
    },
  };
}

const linearAssignee = { id: 'lin-user-7', name: 'Mira Okafor', email: 'mira@tidewright.example.com' };

const linearStory: TrackerStory = {
  provider: 'linear',
  uid: 'lin-user-7',
  key: 'TID-31',
  url: 'https://linear.app/tidewright/issue/TID-31/gulls-clip-the-mast',
  named: 'Shorten the mast (TID-31)',
  title: { first: 'Gulls clip the mast', last: 'Gulls clip the sail' },
  states: ['Todo', 'Done'],
  created: linear('create', 0, {}),
  assigned: linear(
    'update',
    5,
    { title: 'Gulls clip the sail', assignee: linearAssignee, assigneeId: 'lin-user-7' },
    { updatedFrom: { assigneeId: null, title: 'Gulls clip the mast' } },
  ),
  closed: linear(
    'update',
    9,
    {
      title: 'Gulls clip the sail',
      assignee: linearAssignee,
      assigneeId: 'lin-user-7',
      state: { id: 's-9', name: 'Done', type: 'completed', color: '#0f0' },
    },
    { updatedFrom: { stateId: 's-1' } },
  ),
  deleted: linear('remove', 20, { title: 'Gulls clip the sail' }),
};

const board = { id: '5f1e000000000000000000b1', name: 'Undertow art', shortLink: 'Zz9yXx8w' };
const card = { id: '5f1e2d3c4b5a69788796a5b4', idShort: 12, shortLink: 'aB3dE6gH' };

function trello(type: string, minutes: number, data: object, rest: object = {}): Webhook {
  const action = {
    id: `66f0c2a0000000000000${String(minutes).padStart(4, '0')}`,
    idMemberCreator: '5f1e000000000000000000a1',
    type,
    date: time(minutes),
    memberCreator: { id: '5f1e000000000000000000a1', fullName: 'Ana Sousa', username: 'asousa' },
    data: { board, ...data },
    ...rest,
  };
  return { endpoint: 'trello', body: { model: board, action } };
}

const renamed = { ...card, name: 'Sail cloth frays' };

const trelloStory: TrackerStory = {
  provider: 'trello',
  uid: '5f1e000000000000000000a7',
  key: 'aB3dE6gH',
  url: 'https://trello.com/c/aB3dE6gH',
  named: 'Sew it up, https://trello.com/c/aB3dE6gH/12-sail-cloth-frays',
  title: { first: 'Sail cloth tears', last: 'Sail cloth frays' },
  states: ['Incoming', 'Finished'],
  created: trello('createCard', 0, {
    card: { ...card, name: 'Sail cloth tears' },
    list: { id: 'l-1', name: 'Incoming' },
  }),
  assigned: trello(
    'addMemberToCard',
    5,
    { card: renamed, idMember: '5f1e000000000000000000a7' },
    { member: { id: '5f1e000000000000000000a7', fullName: 'Mira Okafor', username: 'mira' } },
  ),
  closed: trello('updateCard', 9, {
    card: { ...renamed, idList: 'l-9' },
    old: { idList: 'l-1' },
    listBefore: { id: 'l-1', name: 'Incoming' },
    listAfter: { id: 'l-9', name: 'Finished' },
  }),
  deleted: trello('deleteCard', 20, { card: { id: card.id, idShort: 12, shortLink: 'aB3dE6gH' } }),
};

function monday(type: string, minutes: number, fields: object): Webhook {
  const event = {
    app: 'monday',
    type,
    triggerTime: time(minutes),
    subscriptionId: 4_667_015,
    isRetry: false,
    userId: 67_214,
    originalTriggerUuid: null,
    triggerUuid: `trigger-${minutes}`,
    boardId: 778_678,
    ...fields,
  };
  return { endpoint: 'monday', body: { event } };
}

const pulse = { pulseId: 8_409_778_368, groupId: 'topics' };
const status = (text: string, index: number) => ({ label: { index, text, is_done: index === 1 }, post_id: null });

const mondayStory: TrackerStory = {
  provider: 'monday',
  uid: '67299',
  key: '8409778368',
  url: 'https://tidewright.monday.com/boards/778678/pulses/8409778368',
  named: 'Stiffen it, see https://tidewright.monday.com/boards/778678/pulses/8409778368.',
  title: { first: 'Rope bridge sways', last: 'Rope bridge' },
  states: ['Working on it', 'Done'],
  created: monday('create_pulse', 0, {
    ...pulse,
    pulseName: 'Rope bridge sways',
    columnValues: { status: status('Working on it', 0) },
  }),
  assigned: monday('update_column_value', 5, {
    ...pulse,
    pulseName: 'Rope bridge',
    columnId: 'person',
    columnType: 'multiple-person',
    columnTitle: 'Owner',
    value: { personsAndTeams: [{ id: 67_299, kind: 'person' }] },
    previousValue: null,
  }),
  closed: monday('update_column_value', 9, {
    ...pulse,
    pulseName: 'Rope bridge',
    columnId: 'status',
    columnType: 'color',
    columnTitle: 'Status',
    value: status('Done', 1),
    previousValue: status('Working on it', 0),
  }),
  deleted: monday('delete_pulse', 20, { itemId: 8_409_778_368, itemName: 'Rope bridge' }),
};

function asana(minutes: number, ...events: readonly object[]): Webhook {
  const user = { gid: '1200000000000001', resource_type: 'user' };
  const resource = { gid: '1204837465019283', resource_type: 'task', resource_subtype: 'default_task' };
  return {
    endpoint: 'asana',
    body: {
      events: events.map((event) => ({ user, created_at: time(minutes), resource, parent: null, ...event })),
    },
  };
}

const story = { resource: { gid: '99', resource_type: 'story' }, action: 'added' };

/** Asana's events contain the task's id but neither its title nor its state. */
const asanaStory: TrackerStory = {
  provider: 'asana',
  uid: '1200000000000042',
  key: '1204837465019283',
  url: 'https://app.asana.com/0/0/1204837465019283',
  named: 'See https://app.asana.com/0/1200000000000777/1204837465019283/f',
  title: { first: '', last: '' },
  states: ['', ''],
  created: asana(0, { action: 'added', parent: { gid: '12', resource_type: 'project' } }, story),
  assigned: asana(5, {
    action: 'changed',
    change: {
      field: 'assignee',
      action: 'changed',
      new_value: { gid: '1200000000000042', resource_type: 'user' },
    },
  }),
  closed: asana(9, { action: 'changed', change: { field: 'completed', action: 'changed' } }, story),
  deleted: asana(20, { action: 'deleted' }),
};

export const trackers = [jiraStory, linearStory, trelloStory, mondayStory, asanaStory];

const jiraMove = {
  issue: { id: '10421', key: 'REEF-3', fields: { summary: 'Ferry drifts' } },
  changelog: { items: [{ field: 'Key', fieldtype: 'jira', fromString: 'UND-201', toString: 'REEF-3' }] },
};

/** Items that move to another project or team and get a new key. */
export const moves = [
  {
    provider: 'jira',
    keys: ['UND-201', 'REEF-3'],
    before: jiraStory.created,
    after: jira('updated', 30, {}, jiraMove),
  },
  {
    provider: 'linear',
    keys: ['TID-31', 'REEF-9'],
    before: linearStory.created,
    after: linear('update', 30, { identifier: 'REEF-9', number: 9, previousIdentifiers: ['TID-31'] }),
  },
];
