import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RerunBuildRecord } from '@slipway/db';
import { appSecretsOf, sealSecret } from '@slipway/domain';
import { addressRules } from '@slipway/runtime';
import { GITHUB_TOKEN, testClock, testGithub, testJenkins, testReceiver } from '@slipway/testing';
import { createInstallationTokens } from '../github/app-token.js';
import { createJsonPoster } from '../outgoing/post-json.js';
import { rerunBuild } from './rerun-build.js';
import type { RerunDeps } from './rerun-deps.js';

const access = { username: 'slipway', apiToken: 'canary-jenkins' };
const jenkins = await testJenkins(access);
const github = await testGithub();
const buildkite = await testReceiver();
const attacker = await testReceiver();
const appSecrets = appSecretsOf({ APP_SECRET: 'x'.repeat(32), APP_SECRET_ALSO_ACCEPTED: '' });
const clock = testClock();
const logged: unknown[] = [];

const depsFor = (networks: string): RerunDeps => ({
  appSecrets,
  clock,
  logger: { info: (line: unknown) => void logged.push(line) } as RerunDeps['logger'],
  jenkinsRules: addressRules(networks),
  poster: createJsonPoster({ rules: addressRules(networks, 'NOTIFICATION_ALLOWED_NETWORKS') }),
  tokens: createInstallationTokens(() => clock.now()),
  buildkiteUrl: buildkite.url,
});
const deps = depsFor('127.0.0.0/8');
const rerun = (build: RerunBuildRecord) => rerunBuild(build, deps);

function buildIn(provider: string, secret: string, fields: Partial<RerunBuildRecord>): RerunBuildRecord {
  return {
    id: 1,
    integrationId: 7,
    status: 'failed',
    jobKey: 'harbor',
    jobName: 'harbor',
    buildNumber: '12',
    buildUrl: '',
    commitHash: '',
    branch: '',
    provider,
    isActive: true,
    config: {},
    githubApiUrl: null,
    githubAppId: null,
    credential: sealSecret(appSecrets, 7, secret).ciphertext,
    ...fields,
  };
}
const inJenkins = (fields: Partial<RerunBuildRecord> = {}) =>
  buildIn('jenkins', access.apiToken, {
    config: { server_url: jenkins.url, username: access.username },
    ...fields,
  });
const onGithub = (fields: Partial<RerunBuildRecord> = {}) =>
  buildIn('github', GITHUB_TOKEN, {
    githubApiUrl: github.url,
    buildUrl: 'https://github.com/tidewrack/harbor/actions/runs/116',
    ...fields,
  });
const inBuildkite = (fields: Partial<RerunBuildRecord> = {}) =>
  buildIn('buildkite', 'canary-buildkite', {
    buildUrl: 'https://buildkite.com/tidewrack/harbor/builds/12',
    ...fields,
  });

const failedWith = (text: string, mayHaveStarted = false) => ({
  kind: 'failed',
  message: expect.stringContaining(text),
  mayHaveStarted,
});

beforeEach(() => {
  jenkins.intercept(null);
  github.reset();
  github.repositories.add('tidewrack/harbor');
  buildkite.reply({ status: 201, body: '{}' });
  for (const list of [buildkite.received, attacker.received, logged]) list.length = 0;
});

describe('Jenkins', () => {
  it('starts a job without parameters', async () => {
    jenkins.build('harbor', 12, { running: false });
    expect(await rerun(inJenkins())).toEqual({ kind: 'accepted' });
    const basic = Buffer.from(`${access.username}:${access.apiToken}`).toString('base64');
    expect(jenkins.requests.at(-1)).toMatchObject({
      method: 'POST',
      path: '/ci/job/harbor/build',
      authorization: `Basic ${basic}`,
      body: '',
    });
  });

  it('starts a job in a folder with the parameters of the build, except for passwords', async () => {
    jenkins.job('studio/cook', ['branch', 'clean', 'key']);
    const parameters = [{ name: 'branch', value: 'main & more' }, { name: 'clean', value: true }, { name: 'key' }];
    jenkins.build('studio/cook', 12, { running: false, info: { actions: [{}, { parameters }] } });
    expect(await rerun(inJenkins({ jobKey: 'studio/cook' }))).toEqual({ kind: 'accepted' });
    expect(jenkins.requests.at(-1)).toMatchObject({
      path: '/ci/job/studio/job/cook/buildWithParameters',
      body: 'branch=main+%26+more&clean=true',
    });
  });

  it.each([
    [401, 'rejects the username or API token (401).', false],
    [403, 'lacks permission in Jenkins (403).', false],
    [404, 'no such job or build (404).', false],
    [409, 'The job is disabled in Jenkins (409).', false],
    [500, 'responds with status 500.', true],
    [503, 'responds with status 503.', false],
  ])('refuses with %d, which is explained without its own words', async (status, text, mayHaveStarted) => {
    jenkins.build('harbor', 12, { running: false });
    jenkins.intercept(({ method }, response) => {
      if (method === 'POST') response.writeHead(status).end('<html>tool text');
      return method === 'POST';
    });
    const answer = await rerun(inJenkins());
    expect(answer).toEqual(failedWith(text, mayHaveStarted));
    expect(JSON.stringify([answer, logged])).not.toMatch(/tool text|canary/);
  });

  it('starts nothing if it fails before the request', async () => {
    jenkins.intercept((_, response) => response.writeHead(500).end() !== undefined);
    expect(await rerun(inJenkins())).toEqual(failedWith('responds with status 500.'));
  });

  it('is not asked to start a build whose job has an impossible name', async () => {
    expect(await rerun(inJenkins({ jobKey: '../admin' }))).toEqual(failedWith('cannot have a job with this name'));
  });
});

describe('GitHub', () => {
  it.each([
    ['failed', 'rerun-failed-jobs'],
    ['completed', 'rerun'],
    ['cancelled', 'rerun'],
  ] as const)('runs a %s workflow again with %s', async (status, request) => {
    expect(await rerun(onGithub({ status }))).toEqual({ kind: 'accepted' });
    expect(github.received).toMatchObject([
      {
        method: 'POST',
        path: `/repos/tidewrack/harbor/actions/runs/116/${request}`,
        headers: { authorization: `Bearer ${GITHUB_TOKEN}`, 'x-github-api-version': '2022-11-28' },
      },
    ]);
  });

  it.each([
    [401, 'does not accept the credential (401)', false],
    [403, 'needs the permission “Actions: read and write”', false],
    [404, 'does not find run 116 of tidewrack/harbor (404)', false],
    [500, 'responded with status 500', true],
  ])('refuses with %d, which is explained without its own words', async (status, text, mayHaveStarted) => {
    github.override(() => ({ status, body: '{"message":"tool text"}' }));
    const answer = await rerun(onGithub());
    expect(answer).toEqual(failedWith(text, mayHaveStarted));
    expect(JSON.stringify(answer)).not.toContain('tool text');
  });
});

describe('Buildkite', () => {
  it('rebuilds a build', async () => {
    expect(await rerun(inBuildkite())).toEqual({ kind: 'accepted' });
    expect(buildkite.received).toMatchObject([
      {
        method: 'PUT',
        path: '/v2/organizations/tidewrack/pipelines/harbor/builds/12/rebuild',
        headers: { authorization: 'Bearer canary-buildkite' },
      },
    ]);
  });

  it.each([
    [302, 'responded with status 302', false],
    [401, 'does not accept the API token (401)', false],
    [403, 'needs the scope write_builds', false],
    [404, 'does not find the build (404)', false],
    [422, 'cannot rebuild this build (422)', false],
    [500, 'responded with status 500', true],
  ])('refuses with %d, which is explained without its own words', async (status, text, mayHaveStarted) => {
    buildkite.reply({ status, headers: { location: `${attacker.url}/stolen` }, body: 'tool text' });
    const answer = await rerun(inBuildkite());
    expect(answer).toEqual(failedWith(text, mayHaveStarted));
    expect(JSON.stringify(answer)).not.toContain('tool text');
    expect(attacker.received).toEqual([]);
  });
});

describe('every tool', () => {
  it.each([
    ['Jenkins', () => inJenkins({ buildUrl: `${attacker.url}/ci/job/harbor/12/` })],
    ['GitHub', () => onGithub({ buildUrl: `${attacker.url}/tidewrack/harbor/actions/runs/116` })],
    ['Buildkite', () => inBuildkite({ buildUrl: `${attacker.url}/tidewrack/harbor/builds/12` })],
  ])('gets its credentials only at its own address, whatever address a report names: %s', async (_, build) => {
    jenkins.build('harbor', 12, { running: false });
    expect(await rerun(build())).toEqual({ kind: 'accepted' });
    expect(attacker.received).toEqual([]);
  });

  it.each([
    ['Jenkins', inJenkins, 'JENKINS_ALLOWED_NETWORKS'],
    ['GitHub', onGithub, 'NOTIFICATION_ALLOWED_NETWORKS'],
    ['Buildkite', inBuildkite, 'NOTIFICATION_ALLOWED_NETWORKS'],
  ])('is not asked in a network that the operator has not allowed: %s', async (_, build, setting) => {
    const before = jenkins.requests.length;
    expect(await rerunBuild(build(), depsFor(''))).toEqual(failedWith(setting));
    expect([jenkins.requests.length - before, github.received, buildkite.received]).toEqual([0, [], []]);
  });

  it.each([
    ['GitHub', onGithub],
    ['Buildkite', inBuildkite],
  ])('may have started the build if it hangs up: %s', async (_, build) => {
    github.override(() => 'reset');
    buildkite.reply('reset');
    expect(await rerun(build())).toEqual(failedWith('The server does not respond.', true));
  });

  it('is not asked with a credential that cannot be decrypted', async () => {
    const credential = sealSecret(appSecrets, 8, 'of another integration').ciphertext;
    expect(await rerun(inBuildkite({ credential }))).toEqual(failedWith('cannot be decrypted'));
  });
});
