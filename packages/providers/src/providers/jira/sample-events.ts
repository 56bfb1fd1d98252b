import { isoTime, type LifeCycle, type SampleDetails } from '../../sample-event.js';
import { trackerEvents } from '../../shared/tracker-events.js';

const issueKey = ({ number, reported }: SampleDetails) => `${reported?.trackerKey ?? 'HARB'}-${number}`;

const assigneeOf = ({ author, reported }: SampleDetails) => ({
  accountId: reported?.assigneeId ?? '712020:aa11',
  displayName: author,
});

export const sampleEvents = trackerEvents(
  ({ name, state }, details) => ({
    path: 'jira',
    headers: { 'x-atlassian-webhook-identifier': details.id, 'x-atlassian-webhook-flow': 'Primary' },
    body: {
      timestamp: details.now,
      webhookEvent: name === 'created' ? 'jira:issue_created' : 'jira:issue_updated',
      user: assigneeOf(details),
      issue: {
        id: String(details.number),
        self: `https://${details.reported?.site ?? 'harbor-games'}.atlassian.net/rest/api/2/issue/${details.number}`,
        key: issueKey(details),
        fields: {
          summary: details.title,
          status: { name: state },
          assignee: assigneeOf(details),
          issuetype: { name: 'Bug' },
          updated: isoTime(details.now),
        },
      },
    },
  }),
  issueKey,
);

export const lifeCycle: LifeCycle = { weight: 2, choose: () => ['created', 'started', 'done'] };
