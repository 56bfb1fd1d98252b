import { describe, expect, it } from '@jest/globals';
import type { Provider } from './define-provider.js';
import { findProblem } from './find-problem.js';
import { eventOf, normalize } from './normalize.js';
import { providers } from './registry.js';

const registered: readonly Provider[] = providers;

/** Bodies with a given text in a field that an index stores. */
const BODIES: readonly [provider: string, event: string, field: string, body: (text: string) => unknown][] = [
  ['lore', 'revision_pushed', 'revision', (revision) => ({ revision })],
  ['lore', 'revision_pushed', 'repository', (repository) => ({ revision: 'a1', repository })],
  ['lore', 'notificationBranchPushed', 'data.revision', (revision) => ({ data: { revision } })],
  ['lore', 'notificationBranchPushed', 'repository', (repository) => ({ data: { revision: 'a1' }, repository })],
  ['diversion', 'commit_created', 'commit_id', (id) => ({ commit_id: id })],
  ['diversion', 'commit_created', 'commit.commit_id', (id) => ({ commit: { commit_id: id } })],
  ['diversion', 'commit_created', 'data.commit_id', (id) => ({ data: { commit_id: id } })],
  ['diversion', 'commit_created', 'repo_id', (id) => ({ commit_id: 1, repo_id: id })],
  ['diversion', 'commit_created', 'repo', (repo) => ({ commit_id: 1, repo })],
  ['diversion', 'commit_created', 'repository.id', (id) => ({ commit_id: 1, repository: { id } })],
  ['jira', 'jira:issue_created', 'issue.key', (key) => ({ issue: { id: 1, key } })],
  ['jira', 'jira:issue_created', 'issue.id', (id) => ({ issue: { id, key: 'HX-1' } })],
  ['jira', 'comment_created', 'issue.key', (key) => ({ issue: { key } })],
  ['jira', 'issue', 'issue.key', (key) => ({ issue: { key } })],
  ['jira', 'issue', 'key', (key) => ({ key })],
  [
    'jira',
    'jira:issue_updated',
    'issue.fields.status.name',
    (name) => ({ issue: { key: 'HX-1', fields: { status: { name } } } }),
  ],
  ['linear', 'Issue.create', 'data.identifier', (identifier) => ({ data: { id: 'x', identifier } })],
  [
    'linear',
    'Issue.create',
    'data.identifier',
    (identifier) => ({ data: { id: 'x', identifier, number: 1, team: { key: 'HX' } } }),
  ],
  ['linear', 'Issue.create', 'data.id', (id) => ({ data: { id, identifier: 'HX-1' } })],
  ['linear', 'Issue.create', 'data.team.key', (key) => ({ data: { id: 'x', number: 1, team: { key } } })],
  [
    'linear',
    'Issue.update',
    'data.state.name',
    (name) => ({ data: { id: 'x', identifier: 'HX-1', state: { name } } }),
  ],
  ['trello', 'createCard', 'action.data.card.id', (id) => ({ action: { data: { card: { id } } } })],
  [
    'trello',
    'createCard',
    'action.data.card.shortLink',
    (shortLink) => ({ action: { data: { card: { id: 'x', shortLink } } } }),
  ],
  [
    'trello',
    'updateCard',
    'action.data.listAfter.name',
    (name) => ({ action: { data: { card: { id: 'x' }, listAfter: { name } } } }),
  ],
  [
    'asana',
    'events',
    'events.0.resource.gid',
    (gid) => ({ events: [{ action: 'added', resource: { gid, resource_type: 'task' } }] }),
  ],
  ['monday', 'create_pulse', 'event.pulseId', (id) => ({ event: { pulseId: id } })],
  ['monday', 'archive_pulse', 'event.itemId', (id) => ({ event: { itemId: id } })],
  ['monday', 'create_pulse', 'data.event.pulseId', (id) => ({ data: { event: { pulseId: id } } })],
  [
    'buildkite',
    'build.finished',
    'pipeline.slug',
    (slug) => ({ build: { number: 1, state: 'passed' }, pipeline: { slug } }),
  ],
  [
    'buildkite',
    'build.finished',
    'build.number',
    (number) => ({ build: { number, state: 'passed' }, pipeline: { slug: 'x' } }),
  ],
  ['deployment', 'deployment_progress', 'event', (event) => ({ platform: 'steam', event, build_number: 1 })],
];

function problemOf(id: string, name: string, body: unknown): string | null {
  const provider = registered.find((one) => one.id === id);
  const event = provider && eventOf(provider, name);
  if (event === undefined) throw new Error(`${id} has no event ${name}`);
  return findProblem(event.schema, body);
}

describe('an indexed identifier', () => {
  it.each(BODIES)('of %s, %s: is refused when %s is too long', (provider, event, field, body) => {
    expect(problemOf(provider, event, body('x'.repeat(9000)))).toMatch(
      new RegExp(`^${field.replaceAll('.', '\\.')} must have at most [0-9]+ characters$`),
    );
    expect(problemOf(provider, event, body('x'.repeat(200)))).toBeNull();
  });

  it('of perforce must be a number', () => {
    expect(problemOf('perforce', 'changelist_submitted', { change: '1'.repeat(9000) })).toBe(
      'change has an invalid format',
    );
  });

  it.each([
    ['jira', 'jira:issue_updated', (text: string) => changelog({ field: 'status', toString: text })],
    ['monday', 'create_pulse', (text: string) => item({ columnValues: { status: { label: { text } } } })],
    [
      'monday',
      'update_column_value',
      (text: string) => item({ columnType: 'status', columnId: 'status', value: { label: { text } } }),
    ],
  ] as const)('of %s, %s: is cut when it is a state outside the schema', (provider, event, body) => {
    const { operations } = normalize(delivery(provider, event, body('x'.repeat(9000))), {
      engine: 'unreal',
      config: {},
    });
    expect(operations).toMatchObject([{ kind: 'reference', state: 'x'.repeat(255) }]);
  });
});

const changelog = (change: unknown) => ({ issue: { key: 'HX-1' }, changelog: { items: [change] } });
const item = (fields: Readonly<Record<string, unknown>>) => ({ event: { pulseId: 1, ...fields } });

function delivery(provider: string, event: string, body: unknown) {
  return {
    id: '00000000-0000-7000-8000-000000000000',
    accountId: 1,
    projectId: 1,
    integrationId: 1,
    provider,
    path: provider,
    event,
    key: 'x',
    keyWindowMs: null,
    receivedAt: Date.parse('2026-11-02T12:00:00.000Z'),
    headers: {},
    body: JSON.stringify(body),
  };
}
