import { describe, expect, it } from '@jest/globals';
import type { BuildReport, Operation } from '@slipway/domain';
import type { Provider } from './define-provider.js';
import { findProblem } from './find-problem.js';
import { eventOf } from './normalize.js';
import { operationProblem } from './operation-problem.fixture.js';
import { providers } from './registry.js';

const registered: readonly Provider[] = providers;

type Body = readonly [provider: string, event: string, body: Record<string, unknown>];

function operationsOf([id, name, body]: Body): readonly Operation[] {
  const provider = registered.find((one) => one.id === id);
  const event = provider && (eventOf(provider, name) ?? provider.polled?.[name]);
  if (event === undefined) throw new Error(`${id} has no event ${name}`);
  expect(findProblem(event.schema, body)).toBeNull();
  const context = { receivedAt: 1, event: name, engine: 'unreal', config: {} } as const;
  const operations = event.normalize(body, context);
  expect(operations.map(operationProblem).filter((problem) => problem !== null)).toEqual([]);
  return operations;
}

const flat = { job_name: 'win', build_number: 7, status: 'success' };
const deployed = { platform: 'steam', event: 'live', build_number: 7 };
const notified = (build: object) => ({ name: 'win', build: { number: 7, phase: 'COMPLETED', ...build } });
const buildkite = (build: object) => ({
  build: { number: 7, state: 'passed', ...build },
  pipeline: { slug: 'win' },
});
const push = (id: string) => ({
  ref: 'refs/heads/main',
  after: id,
  commits: [{ id }],
  repository: { full_name: 'studio/harbor' },
});

describe('an identifier', () => {
  it.each<[...Body, object]>([
    ['jenkins', 'build_report', { ...flat, commit: 48213, branch: 5.4 }, { commitHash: '48213', branch: '5.4' }],
    ['jenkins', 'build_notification', notified({ scm: { commit: 48213 } }), { commitHash: '48213' }],
    ['jenkins', 'commit_trigger', { commit: 48213, branch: 5 }, { identifier: '48213', branch: '5' }],
    [
      'game_engine',
      'build_completed',
      { build_id: 7, commit: 48213, branch: 5 },
      { commitHash: '48213', branch: '5' },
    ],
    [
      'deployment',
      'deployment_progress',
      { ...deployed, commit: 48213, branch: 5 },
      { commitHash: '48213', branch: '5' },
    ],
    [
      'lore',
      'revision_pushed',
      { revision: 12, repository: 3, branch: 4, userId: 9 },
      { repository: '3', branch: '4' },
    ],
    ['diversion', 'commit_created', { commit_id: 46, repo: 3, branch_id: 4 }, { repository: '3', branch: '4' }],
    ['perforce', 'changelist_submitted', { change: 12, user: 1042 }, { author: { label: '1042', uid: '1042' } }],
  ])('may be a number: %s, %s', (provider, event, body, expected) => {
    expect(operationsOf([provider, event, body])[0]).toMatchObject(expected);
  });

  it('may be a number: the hash of a cooked asset', () => {
    const body = {
      build_number: 7,
      path: '/Game/SM_Hero',
      content_hash: 991,
      assets: [{ path: 'a', content_hash: 0 }],
    };
    expect(operationsOf(['game_engine', 'asset_cooked', body])).toMatchObject([
      { kind: 'build_report' },
      { contentHash: '991' },
      { contentHash: '0' },
    ]);
  });
});

describe('the preview of a cooked asset', () => {
  const previewOf = (url: unknown) => {
    const body = { build_number: 7, path: '/Game/SM_Hero', preview_url: url };
    return operationsOf(['game_engine', 'asset_cooked', body])[1];
  };

  it('is a web address', () => {
    expect(previewOf('https://cdn.test/SM_Hero.png')).toHaveProperty('previewUrl', 'https://cdn.test/SM_Hero.png');
  });

  it.each([['javascript:alert(1)'], ['https://ana:secret@cdn.test/a.png'], [7], [null]])(
    'is omitted if it is not: %s',
    (url) => {
      expect(previewOf(url)).toMatchObject({ kind: 'asset_cooked', path: '/Game/SM_Hero' });
      expect(previewOf(url)).not.toHaveProperty('previewUrl');
    },
  );
});

const SHA = '9c1f0e6d2b7a48c3a5e0d4f1b86372c9ae51f07d';

describe('a commit', () => {
  const bodies = (commit: string): Body[] => [
    ['jenkins', 'build_report', { ...flat, commit }],
    ['jenkins', 'build_notification', notified({ scm: { commit } })],
    ['jenkins', 'commit_trigger', { commit }],
    ['game_engine', 'build_failed', { build_number: 7, commit }],
    ['deployment', 'deployment_progress', { ...deployed, commit }],
    ['buildkite', 'build.finished', buildkite({ commit, finished_at: 1_793_620_000 })],
    ['lore', 'revision_pushed', { revision: commit }],
    ['diversion', 'commit_created', { commit_id: commit }],
    ['github', 'push', push(commit)],
  ];

  it.each(bodies(SHA))('in upper case is the same commit: %s, %s', (provider, event, body) => {
    const capitals = bodies(SHA.toUpperCase()).find(([id, name]) => id === provider && name === event);
    expect(capitals && operationsOf(capitals)).toEqual(operationsOf([provider, event, body]));
  });

  it.each(['v1.4-RC2', 'ABCDEF', 'Release-7', 'r48213', 'G'.repeat(40)])(
    '%s is not a hash and keeps its case',
    (commit) => {
      expect(operationsOf(['jenkins', 'build_report', { ...flat, commit }])).toMatchObject([
        { commitHash: commit },
      ]);
    },
  );
});

describe('a URL', () => {
  const bodies = (url: string): Body[] => [
    ['jenkins', 'build_report', { ...flat, build_url: url, artifacts: [{ name: 'a', url }] }],
    ['jenkins', 'build_notification', notified({ full_url: url, artifacts: { a: { archive: url } } })],
    ['game_engine', 'cooking_started', { build_number: 7, build_url: url }],
    ['buildkite', 'build.running', buildkite({ web_url: url })],
  ];

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'job/x/7', 'https://', ' '])(
    '%j is omitted because it is not a web URL',
    (url) => {
      for (const body of bodies(url)) {
        const [build] = operationsOf(body) as BuildReport[];
        expect([build?.buildUrl, build?.artifacts?.[0]?.url || undefined]).toEqual([undefined, undefined]);
      }
    },
  );

  it('with http or https is unchanged', () => {
    const url = 'https://ci.test/job/x/7/';
    for (const body of bodies(url)) expect(operationsOf(body)).toMatchObject([{ buildUrl: url }]);
    expect(operationsOf(bodies(url)[0] as Body)).toMatchObject([{ artifacts: [{ name: 'a', url }] }]);
  });

  it('of an artifact falls back to the second one if the first is not a web URL', () => {
    const artifacts = { a: { archive: 'javascript:alert(1)', s3: 'https://s3.test/a' } };
    expect(operationsOf(['jenkins', 'build_notification', notified({ artifacts })])).toMatchObject([
      { artifacts: [{ name: 'a', url: 'https://s3.test/a' }] },
    ]);
  });
});
