import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RerunBuildRecord } from '@slipway/db';
import { appSecretsOf, sealSecret } from '@slipway/domain';
import { addressRules } from '@slipway/runtime';
import { GITHUB_TOKEN, testClock, testGithub, testReceiver } from '@slipway/testing';
import { createInstallationTokens } from '../github/app-token.js';
import { createJsonPoster } from '../outgoing/post-json.js';
import type { RerunDeps } from './rerun-deps.js';
import { runAtRevision } from './run-at-revision.js';

const github = await testGithub();
const buildkite = await testReceiver();
const appSecrets = appSecretsOf({ APP_SECRET: 'x'.repeat(32), APP_SECRET_ALSO_ACCEPTED: '' });
const clock = testClock();
const rules = addressRules('127.0.0.0/8', 'NOTIFICATION_ALLOWED_NETWORKS');
const deps: RerunDeps = {
  appSecrets,
  clock,
  logger: { info: () => undefined } as unknown as RerunDeps['logger'],
  jenkinsRules: rules,
  poster: createJsonPoster({ rules }),
  tokens: createInstallationTokens(() => clock.now()),
  buildkiteUrl: buildkite.url,
};
const COMMIT = 'c'.repeat(40);

function buildIn(provider: string, secret: string, buildUrl: string): RerunBuildRecord {
  return {
    id: 1,
    integrationId: 7,
    status: 'failed',
    jobKey: 'harbor',
    jobName: 'harbor',
    buildNumber: '12',
    buildUrl,
    commitHash: 'a'.repeat(40),
    branch: 'main',
    provider,
    isActive: true,
    config: {},
    githubApiUrl: provider === 'github' ? github.url : null,
    githubAppId: null,
    credential: sealSecret(appSecrets, 7, secret).ciphertext,
  };
}

const json = (body: unknown, status = 200) => ({ status, body: JSON.stringify(body) });

beforeEach(() => {
  github.reset();
  github.repositories.add('tidewrack/harbor');
  buildkite.received.length = 0;
});

describe('Buildkite', () => {
  const build = buildIn('buildkite', 'canary', 'https://buildkite.com/tidewrack/harbor/builds/12');
  const created = () => buildkite.received.find(({ method }) => method === 'POST');

  it('creates a build of the commit, with the environment and meta-data of the failed one', async () => {
    buildkite.reply(({ method }) =>
      method === 'GET'
        ? json({ env: { CONFIG: 'shipping' }, meta_data: { release: 'no' }, number: 12 })
        : json({ number: 57 }, 201),
    );
    const accepted = { kind: 'accepted', buildNumber: '57', queueItem: null };
    expect(await runAtRevision(build, COMMIT, deps)).toEqual(accepted);
    expect(created()?.path).toBe('/v2/organizations/tidewrack/pipelines/harbor/builds');
    expect(JSON.parse(created()?.body ?? '')).toMatchObject({
      commit: COMMIT,
      branch: 'main',
      env: { CONFIG: 'shipping' },
      meta_data: { release: 'no' },
    });
  });

  it('does without them if the token may not read builds', async () => {
    buildkite.reply(({ method }) => (method === 'GET' ? json({}, 403) : json({ number: 58 }, 201)));
    expect(await runAtRevision(build, COMMIT, deps)).toMatchObject({ kind: 'accepted', buildNumber: '58' });
    expect(JSON.parse(created()?.body ?? '')).not.toHaveProperty('env');
  });
});

describe('GitHub', () => {
  const build = buildIn('github', GITHUB_TOKEN, 'https://github.com/tidewrack/harbor/actions/runs/116');
  const RUN = { workflow_id: 5, path: '.github/workflows/build.yml', head_branch: 'main', run_number: 40 };

  function answer(workflow: string) {
    github.override(({ method, path }) => {
      if (method === 'POST') return json({ workflow_run_id: 900 });
      if (path.includes('/contents/')) return json({ content: Buffer.from(workflow).toString('base64') });
      return json(path.endsWith('/900') ? { run_number: 41 } : RUN);
    });
  }

  it('dispatches the workflow on its branch, with the commit as input', async () => {
    answer('on:\n  workflow_dispatch:\n    inputs:\n      commit:\n        required: true\n');
    const accepted = { kind: 'accepted', buildNumber: '41', queueItem: null };
    expect(await runAtRevision(build, COMMIT, deps)).toEqual(accepted);
    const sent = github.received.find(({ method }) => method === 'POST');
    expect(sent?.path).toBe('/repos/tidewrack/harbor/actions/workflows/5/dispatches');
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      ref: 'main',
      inputs: { commit: COMMIT },
      return_run_details: true,
    });
  });

  it('starts nothing if no input names the commit', async () => {
    answer('on:\n  push:\n  workflow_dispatch:\n    inputs:\n      config:\n        required: true\n');
    expect(await runAtRevision(build, COMMIT, deps)).toEqual({
      kind: 'unavailable',
      message: expect.stringContaining('no input of workflow_dispatch that names the commit'),
    });
    expect(github.received.some(({ method }) => method === 'POST')).toBe(false);
  });
});
