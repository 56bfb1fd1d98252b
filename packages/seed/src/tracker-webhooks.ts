import type { ReferenceRow } from './references.js';
import type { Report, Sent } from './webhooks.js';

/** The webhook of a tracker item's last change. */
export function updateOf(row: ReferenceRow): Sent | null {
  const update = UPDATES[row.provider]?.(row);
  if (update === undefined) return null;
  return {
    integrationId: row.integrationId,
    path: `/webhooks/${row.provider}`,
    at: row.updatedAt,
    touched: [{ kind: 'reference', id: String(row.id) }],
    ...update,
  };
}

const UPDATES: Readonly<Record<string, (row: ReferenceRow) => Omit<Report, 'path'>>> = {
  jira: ({ externalId, key, title, state, url, providerTime }) => ({
    event: 'jira:issue_updated',
    agent: 'Atlassian Webhook HTTP Client',
    body: {
      timestamp: providerTime.getTime(),
      webhookEvent: 'jira:issue_updated',
      issue: {
        id: externalId,
        key,
        self: `${new URL(url).origin}/rest/api/2/issue/${externalId}`,
        fields: { summary: title, status: { name: state }, updated: providerTime.toISOString() },
      },
    },
  }),
  linear: ({ externalId, key, title, state, url, providerTime }) => ({
    event: 'Issue.update',
    agent: 'Linear-Webhook',
    body: {
      action: 'update',
      type: 'Issue',
      data: {
        id: externalId,
        identifier: key,
        title,
        state: { name: state },
        url,
        updatedAt: providerTime.toISOString(),
      },
      url,
      webhookTimestamp: providerTime.getTime(),
    },
  }),
  trello: ({ externalId, key, title, state, providerTime }) => ({
    event: 'updateCard',
    agent: 'Trello/1.0',
    body: {
      action: {
        type: 'updateCard',
        date: providerTime.toISOString(),
        data: { card: { id: externalId, name: title, shortLink: key }, list: { name: state } },
      },
    },
  }),
  monday: ({ externalId, title, state, url, providerTime }) => ({
    event: 'update_column_value',
    agent: 'monday.com',
    body: {
      event: {
        type: 'update_column_value',
        triggerTime: providerTime.toISOString(),
        boardId: Number(/boards\/(\d+)/.exec(url)?.[1] ?? 0),
        pulseId: Number(externalId),
        pulseName: title,
        columnId: 'status',
        columnType: 'color',
        value: { label: { text: state } },
      },
    },
  }),
  asana: ({ externalId, providerTime }) => ({
    event: 'events',
    agent: 'Asana',
    body: {
      events: [
        {
          created_at: providerTime.toISOString(),
          action: 'changed',
          resource: { gid: externalId, resource_type: 'task' },
          change: { field: 'completed', action: 'changed' },
        },
      ],
    },
  }),
};
