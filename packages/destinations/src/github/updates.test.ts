import { describe, expect, it } from '@jest/globals';
import { type CommitBuild, hidePeople } from '@slipway/domain';
import { BROKEN, HOSTILE } from '../message.fixture.js';
import { commitStatus, pullRequestComment } from './updates.js';

const OPTIONS = {
  projectId: 7,
  baseUrl: 'https://slipway.test',
  people: hidePeople([{ id: 3, name: 'Mira Holm' }]),
};
const SHA = 'a'.repeat(40);
const FAILED: CommitBuild = {
  id: 91,
  jobName: 'Harbor-Win64',
  number: '1847',
  status: 'failed',
  isGithubBuild: false,
  finding: { diagnosis: BROKEN.text, quote: BROKEN.quote, isCertain: true, attributedUserId: 3 },
  suspects: [],
  tests: null,
};
const LONG = [HOSTILE.repeat(200), '`'.repeat(20_000), '\u{1F525}'.repeat(9_000), '@'.repeat(9_000)];

const hostile = (text: string): CommitBuild => ({
  ...FAILED,
  jobName: text,
  number: text,
  finding: { diagnosis: text, quote: text, isCertain: false, attributedUserId: null },
});

describe('a commit status', () => {
  it.each([
    ['queued', 'pending', 'Build #1847 is in progress.'],
    ['building', 'pending', 'Build #1847 is in progress.'],
    ['completed', 'success', 'Build #1847 passed.'],
    ['passed_pending_approval', 'success', 'Build #1847 passed and waits for approval.'],
    ['cancelled', 'error', 'Build #1847 was cancelled.'],
    ['failed', 'failure', 'Build #1847 failed.'],
  ] as const)('of a build that is %s is %s', (status, state, description) => {
    expect(commitStatus([{ ...FAILED, status, finding: null }], OPTIONS)).toEqual({
      state,
      description,
      context: 'slipway/Harbor-Win64',
      target_url: 'https://slipway.test/projects/7/builds/91',
    });
  });

  it.each(LONG)('stays within the limits of GitHub: %#', (text) => {
    const { context = '', description = '' } = commitStatus([hostile(text)], OPTIONS) ?? {};
    expect(context.length).toBeLessThanOrEqual(255);
    expect(description.length).toBeLessThanOrEqual(140);
    expect(context.isWellFormed() && description.isWellFormed()).toBe(true);
  });

  it('names the suspected changes before the cause, however long it is', () => {
    const finding = { diagnosis: 'x'.repeat(500), quote: null, isCertain: true, attributedUserId: 3 };
    const status = commitStatus([{ ...FAILED, finding, suspects: ['CL 1', 'CL 2', 'CL 3'] }], OPTIONS);
    expect(status?.description).toMatch(/^Suspect: CL 1, CL 2\. x+…$/);
    expect(status?.description).toHaveLength(140);
    expect(pullRequestComment('a'.repeat(40), [{ ...FAILED, suspects: ['CL 1'] }], OPTIONS).body).toContain(
      'CL 1',
    );
  });

  it('counts new failures of tests, known flakes and muted tests apart', () => {
    const counts = { total: 1_204, passed: 1_196, skipped: 1, failed: 6, errored: 1 };
    const summary = { ...counts, flaky: 2, muted: 1, new_failures: 1, duration_ms: 90 };
    const tests = { summary, newFailures: ['Harbor.Quay.sinks @Mira Holm'] };
    const failed = { ...FAILED, finding: null, tests };
    const text = 'Tests: 1 new failure, 3 known failures, 2 flaky, 1 muted.';
    expect(commitStatus([failed], OPTIONS)?.description).toBe(`Build #1847 failed. ${text}`);
    const { body } = pullRequestComment(SHA, [failed], OPTIONS);
    expect(body).toContain(text);
    expect(body).toContain('- Harbor\\.Quay\\.sinks \\@\u200Buser\\:\u200B3');
    const explained = commitStatus([{ ...FAILED, suspects: ['CL 1'], tests }], OPTIONS)?.description ?? '';
    expect(explained).toMatch(/^Suspect: CL 1\. Tests: 1 new failure, .*1 muted\. \w/);
    expect(explained.length).toBeLessThanOrEqual(140);
  });

  it('names no member', () => {
    const finding = { diagnosis: 'Mira Holm broke it.', quote: null, isCertain: true, attributedUserId: 3 };
    expect(commitStatus([{ ...FAILED, finding }], OPTIONS)?.description).toBe('user:3 broke it.');
  });
});

describe('a comment on a pull request', () => {
  it.each(LONG)('stays within the limits of GitHub: %#', (text) => {
    const builds = Array.from({ length: 40 }, (_, id) => ({ ...hostile(text), id }));
    const { body } = pullRequestComment(SHA, builds, OPTIONS);
    expect(body.length).toBeLessThan(65_536);
    expect(body).toContain('30 more failed.');
    expect(body.isWellFormed()).toBe(true);
  });

  it('shows text from outside literally: no mention, no link, no HTML, no end of the quoted line', () => {
    const { body } = pullRequestComment(SHA, [hostile(HOSTILE)], OPTIONS);
    const [marker = '', , heading = '', cause = '', quote = ''] = body.split('\n\n');
    expect(marker).toMatch(/^<!-- Slipway: \S+ -->$/);
    for (const text of [heading.slice(0, heading.lastIndexOf('](')).slice(6), cause]) {
      expect(text).not.toMatch(/(?<!\\)[<>[\]()`*_~|]/);
      expect(text).not.toMatch(/[@#](?!\u200B)/);
    }
    expect(quote.split('\n')).toEqual(['````', expect.any(String), '````']);
  });

  it('shows causes first', () => {
    const unknown = { ...FAILED, jobName: 'Android', finding: null };
    const { body } = pullRequestComment(SHA, [unknown, FAILED], OPTIONS);
    expect(body.indexOf('Buoyancy')).toBeLessThan(body.indexOf('Android'));
    expect(body).toContain('**2 builds failed.**');
  });

  it.each([
    [['completed', 'cancelled'], 'No build failed.'],
    [['completed', 'building'], 'No build has failed; 1 build in progress.'],
  ] as const)('without a failure says so: %j', (statuses, summary) => {
    const builds = statuses.map((status) => ({ ...FAILED, status }));
    const comment = pullRequestComment(SHA, builds, OPTIONS);
    expect(comment.body).toContain(`**${summary}**`);
    expect(comment.showsFailure).toBe(false);
  });
});
