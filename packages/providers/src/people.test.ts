import { describe, expect, it } from '@jest/globals';
import type { Provider } from './define-provider.js';
import { eventOf } from './normalize.js';
import { providers } from './registry.js';

const registered: readonly Provider[] = providers;

/** The first person in the operations of a delivery. */
function personOf(id: string, name: string, body: unknown): unknown {
  const provider = registered.find((one) => one.id === id);
  const event = provider && (eventOf(provider, name) ?? provider.polled?.[name]);
  const context = { receivedAt: 1, event: name, engine: 'unreal', config: {} } as const;
  return event
    ?.normalize(body, context)
    .map((operation) => {
      if (operation.kind === 'change') return operation.author;
      if (operation.kind === 'build_report') return operation.actor;
      return operation.kind === 'reference' ? operation.assignee : undefined;
    })
    .find((person) => person !== undefined);
}

const push = (author: object) => ({
  ref: 'refs/heads/main',
  commits: [{ id: 'c1', author }],
  repository: { full_name: 'studio/harbor' },
});
const issue = (assignee: object) => ({ issue: { key: 'HX-1', fields: { assignee } } });
const build = (creator: object) => ({ build: { number: 1, state: 'running', creator }, pipeline: { slug: 'x' } });
const polled = (item: object) => ({
  job_name: 'x',
  build_number: 1,
  build_url: 'https://ci.test/job/x/1/',
  info: { building: false, timestamp: 1_793_620_000_000, changeSet: { items: [{ commitId: 'c1', ...item }] } },
});

describe('a person', () => {
  it.each([
    ['github', 'push', push({ name: 'Ann', username: 'ann', email: 'Ann@Studio.test' })],
    ['jira', 'issue', issue({ displayName: 'Ann', accountId: 'ann', emailAddress: 'ann@studio.test' })],
    ['jira', 'issue', issue({ displayName: 'Ann', name: 'ann', emailAddress: 'ANN@studio.test' })],
    ['buildkite', 'build.running', build({ id: 'ann', name: 'Ann', email: 'ann@studio.test' })],
    [
      'diversion',
      'commit_created',
      { commit_id: 1, author: { id: 'ann', name: 'Ann', email: 'ann@studio.test' } },
    ],
    ['lore', 'revision_pushed', { revision: 'a1', author: { id: 'ann', name: 'Ann', email: 'ann@studio.test' } }],
    [
      'lore',
      'revision_pushed',
      { revision: 'a1', userId: 'ann', author: { name: 'Ann', email: 'ann@studio.test' } },
    ],
    [
      'jenkins',
      'build_polled',
      polled({ author: { id: 'ann', fullName: 'Ann' }, authorEmail: 'ann@studio.test' }),
    ],
    [
      'linear',
      'Issue.update',
      { data: { id: 'x', identifier: 'HX-1', assignee: { id: 'ann', name: 'Ann', email: 'ann@studio.test' } } },
    ],
  ])('of %s, %s, has a uid and an email address', (provider, event, body) => {
    expect(personOf(provider, event, body)).toEqual({ label: 'Ann', uid: 'ann', email: 'ann@studio.test' });
  });

  it.each([
    ['github', 'push', push({ name: 'Ann', email: 'Ann@Studio.test' })],
    ['jira', 'issue', issue({ displayName: 'Ann', emailAddress: 'Ann@studio.test' })],
    ['buildkite', 'build.running', build({ name: 'Ann', email: 'Ann@studio.test' })],
    ['diversion', 'commit_created', { commit_id: 1, author: { name: 'Ann', email: 'Ann@studio.test' } }],
    ['jenkins', 'build_polled', polled({ author: { fullName: 'Ann' }, authorEmail: 'Ann@studio.test' })],
  ])('of %s, %s, without an id uses the email address as uid', (provider, event, body) => {
    expect(personOf(provider, event, body)).toEqual({ label: 'Ann', uid: 'ann@studio.test' });
  });

  it.each(['', ' ', 'none', '@', 'ann@'])('has no email address when it is %j', (email) => {
    expect(personOf('github', 'push', push({ name: 'Ann', username: 'ann', email }))).toEqual({
      label: 'Ann',
      uid: 'ann',
    });
  });
});
