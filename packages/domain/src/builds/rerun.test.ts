import { describe, expect, it } from '@jest/globals';
import { findRerunPlace, type RerunFacts } from './rerun.js';

const jenkins: RerunFacts = {
  status: 'failed',
  jobKey: 'harbor/main',
  buildNumber: '12',
  buildUrl: '',
  provider: 'jenkins',
  isActive: true,
  config: { server_url: 'https://ci.test', username: 'slipway' },
  githubApiUrl: null,
  credential: new Uint8Array(1),
};
const github: RerunFacts = {
  ...jenkins,
  provider: 'github',
  githubApiUrl: 'https://api.github.com',
  config: {},
  buildUrl: 'https://github.com/tidewrack/harbor/actions/runs/116',
};
const buildkite: RerunFacts = {
  ...jenkins,
  provider: 'buildkite',
  jobKey: 'harbor-win64',
  config: {},
  buildUrl: 'https://buildkite.com/tidewrack/harbor-win64/builds/12',
};

describe('a build can be run again', () => {
  it.each([
    ['in Jenkins', jenkins, { tool: 'jenkins', jobName: 'harbor/main', buildNumber: '12' }],
    ['on GitHub', github, { tool: 'github', repository: 'tidewrack/harbor', runId: '116' }],
    [
      'in Buildkite',
      buildkite,
      { tool: 'buildkite', organization: 'tidewrack', pipeline: 'harbor-win64', number: '12' },
    ],
  ] as const)('%s', (_, facts, place) => {
    expect(findRerunPlace(facts)).toEqual(place);
    expect(findRerunPlace({ ...facts, status: 'completed' })).toEqual(place);
  });
});

describe('a build cannot be run again', () => {
  it.each([
    ['while it runs', { ...jenkins, status: 'building' }, 'The build has not finished yet.'],
    ['after its integration was deleted', { ...jenkins, provider: null }, 'deleted'],
    ['while its integration is paused', { ...jenkins, isActive: false }, 'is paused'],
    ['in another tool', { ...jenkins, provider: 'game_engine' }, 'only in Jenkins, Buildkite and GitHub Actions'],
    ['without a number in Jenkins', { ...jenkins, buildNumber: 'trigger-1' }, 'never got a number'],
    [
      'if it is a check of another service',
      { ...github, buildUrl: 'https://foundry.test/harbor/builds/8' },
      'not a GitHub Actions run',
    ],
    [
      'if the repository has an impossible name',
      { ...github, buildUrl: 'https://github.com/a/../x' },
      'not a GitHub Actions run',
    ],
    ['without an address in Buildkite', { ...buildkite, buildUrl: '' }, 'has not reported the address'],
    [
      'if its address is that of another build',
      { ...buildkite, buildNumber: '13' },
      'has not reported the address',
    ],
  ] as const)('%s', (_, facts, problem) => {
    expect(findRerunPlace(facts as RerunFacts)).toEqual({
      problem: expect.stringContaining(problem),
      needsCredentials: false,
    });
  });

  it.each([
    ['Jenkins', jenkins],
    ['GitHub', github],
    ['Buildkite', buildkite],
  ])('without credentials for %s', (tool, facts) => {
    expect(findRerunPlace({ ...facts, credential: null })).toEqual({
      problem: `The integration has no credentials for ${tool}. An owner can add them in its settings.`,
      needsCredentials: true,
    });
  });

  it('in Jenkins without the address of the server', () => {
    expect(findRerunPlace({ ...jenkins, config: { username: 'slipway' } })).toMatchObject({
      needsCredentials: true,
    });
  });
});
