import { describe, expect, it } from '@jest/globals';
import { describeBuild } from './describe-build.js';
import { describeDeployment } from './describe-deployment.js';
import { describeTest } from './describe-test.js';
import { BROKEN, brokenMessage, OPTIONS } from './messages.fixture.js';

const BUILD_URL = 'https://slipway.test/projects/7/builds/91';
const CHANGE_URL = 'https://slipway.test/projects/7/changes/5';
const SUSPECT_URL = 'https://slipway.test/projects/7/changes/4';
const ERROR = "'Drag': is not a member of 'FWaterParams'";
const TITLE = `Harbor-Win64 is broken: ${ERROR}`;

describe('a message about a broken main job', () => {
  it('names the job, the error, the suspect with its author and reason, and separately the built change', () => {
    expect(brokenMessage()).toEqual({
      tone: 'bad',
      title: TITLE,
      text: 'Buoyancy.cpp does not compile: the member Drag was removed.',
      quote: "Buoyancy.cpp(42): error C2039: 'Drag': is not a member of 'FWaterParams'",
      facts: [
        { label: 'Build', value: '#1847', url: BUILD_URL },
        { label: 'Failed builds', value: '2' },
        { label: 'Suspect', value: 'CL 48210, Simplify water parameters, Mira Holm', url: SUSPECT_URL },
        { label: 'Why', value: 'Touched Source/Buoyancy.cpp, where the build fails.' },
        { label: 'Built', value: 'CL 48211: Raise the quay lights', url: CHANGE_URL },
        { label: 'Is this right?', value: 'Confirm or correct it', url: `${BUILD_URL}#verdict` },
      ],
      link: { label: 'Open the build', url: BUILD_URL },
      source: 'Harbor',
    });
  });

  it('says only that the build failed if no cause is known', () => {
    expect(
      brokenMessage({ finding: null, change: null, suspects: [], newChanges: null, failures: 1 }),
    ).toMatchObject({ text: 'Build #1847 failed.', quote: null, facts: [{ label: 'Build', value: '#1847' }] });
  });

  it('counts the failed tests of the build apart by what they mean', () => {
    const counts = {
      total: 90,
      passed: 83,
      failed: 6,
      errored: 1,
      skipped: 0,
      flaky: 2,
      muted: 1,
      new_failures: 1,
      duration_ms: 90,
    };
    const facts = { ...BROKEN, tests: { summary: counts, newFailures: ['Quay.sinks'] } };
    const { message, data } = describeBuild('main_job.broke', facts, OPTIONS);
    const value = '1 new failure, 3 known failures, 2 flaky, 1 muted';
    expect(message.facts).toContainEqual({ label: 'Failed tests', value });
    expect(data).toMatchObject({ tests: { failed: 6, errored: 1, flaky: 2, muted: 1, new_failures: 1 } });
    const recovered = describeBuild('main_job.recovered', facts, OPTIONS).message.facts;
    expect(recovered.map(({ label }) => label)).not.toContain('Failed tests');
  });

  it('marks a cause that is a guess', () => {
    const finding = BROKEN.finding && { ...BROKEN.finding, isCertain: false };
    expect(brokenMessage({ finding }).text).toMatch(/^Possible cause: /);
  });

  it('contains no credentials or email addresses, no matter who wrote them', () => {
    const leak = 'token ghp_0123456789abcdefghijABCDEFGHIJ012345 of ada@studio.test';
    const content = describeBuild(
      'main_job.broke',
      {
        ...BROKEN,
        build: { ...BROKEN.build, jobName: leak, number: leak },
        finding: { diagnosis: leak, quote: leak, isCertain: true, attributedUserId: null },
        change: {
          id: 5,
          displayIdentifier: leak,
          description: leak,
          authorUserId: 1,
        },
        suspects: BROKEN.suspects.map((suspect) => ({
          ...suspect,
          identifier: leak,
          displayIdentifier: leak,
          description: leak,
          reason: leak,
          person: null,
          author: 'Ada <ada@studio.test>',
        })),
        newChanges: { passedNumber: leak, count: 1, isCut: false, newest: [leak] },
      },
      OPTIONS,
    );
    expect(JSON.stringify(content)).not.toMatch(/ghp_0123|studio\.test/);
  });
});

it.each([
  ['characters that reverse the direction of a text', 'win\u202Egnp.exe\u2066', 'wingnp.exe'],
  ['characters that nobody sees', 'a\u200Bb\uFEFFc\u00ADd\u{E0041}', 'abcd'],
  ['control characters and line breaks', 'a\0b\r\n\u2028c\u001B[31m', 'a b c [31m'],
  ['half a character', 'a\uD800b', 'a\uFFFDb'],
])('a job name loses %s', (_, jobName, shown) => {
  expect(brokenMessage({ build: { ...BROKEN.build, jobName }, finding: null }).title).toBe(`${shown} is broken`);
});

it('a job name keeps emoji, joined ones too, and letters of every script', () => {
  const jobName = '👩‍🚀 🏴‍☠️ می\u200Cخواهم שלום 漢字 🇳🇴';
  expect(brokenMessage({ build: { ...BROKEN.build, jobName }, finding: null }).title).toBe(`${jobName} is broken`);
});

it.each([
  ['main_job.still_broken', `Harbor-Win64 is still broken after 2 failed builds: ${ERROR}`],
  ['main_job.cause_found', `Found why Harbor-Win64 is broken: ${ERROR}`],
  ['main_job.recovered', 'Harbor-Win64 recovered'],
  ['change.broke_build', `Your change broke Harbor-Win64: ${ERROR}`],
] as const)('%s has the title "%s"', (type, title) => {
  expect(describeBuild(type, BROKEN, OPTIONS).message.title).toBe(title);
});

it('another cause is announced as such', () => {
  const { message } = describeBuild('main_job.cause_found', { ...BROKEN, announced: 'other' }, OPTIONS);
  expect(message.title).toBe(`Harbor-Win64 now fails for another reason: ${ERROR}`);
});

it('a recovery says how many builds failed and quotes nothing', () => {
  const { message } = describeBuild('main_job.recovered', BROKEN, OPTIONS);
  expect(message).toMatchObject({ tone: 'good', text: 'Build #1847 passed after 2 failed builds.', quote: null });
});

it('a test message says which channel works', () => {
  const { message } = describeTest(
    { project: { id: 7, name: 'Harbor' }, channelName: 'Builds' },
    'https://slipway.test',
  );
  expect(message.text).toContain('The channel Builds works.');
});

it('a deployment is named by its version, otherwise by its build', () => {
  const deployment = { id: 'd1', platform: 'steam', version: '1.4.2', buildNumber: '1847', branch: '' };
  const project = { id: 7, name: 'Harbor' };
  const describe = (fields: Partial<typeof deployment>) =>
    describeDeployment(
      'deployment.live',
      { project, deployment: { ...deployment, ...fields } },
      'https://slipway.test',
    );
  expect(describe({}).message).toMatchObject({
    tone: 'good',
    title: '1.4.2 is live on Steam',
    link: { url: 'https://slipway.test/projects/7/deployments/d1' },
  });
  expect(describe({ version: '' }).message.title).toBe('Build #1847 is live on Steam');
  expect(describe({ version: '', buildNumber: '' }).message.title).toBe('A build is live on Steam');
});

it.each([
  ['deployment.live', 'google_play', '1.4.2 is live on Google Play'],
  ['deployment.rejected', 'apple_app_store', '1.4.2 was rejected by App Store'],
  ['deployment.rolled_back', 'custom', '1.4.2 was rolled back'],
] as const)('%s on %s is "%s"', (type, platform, title) => {
  const deployment = { id: 'd1', platform, version: '1.4.2', buildNumber: '1847', branch: '' };
  const { message, data } = describeDeployment(type, { project: { id: 7, name: 'Harbor' }, deployment }, '');
  expect([message.title, data]).toEqual([
    title,
    expect.objectContaining({ deployment: expect.objectContaining({ platform }) }),
  ]);
});
