import type { BuildStatus } from '@slipway/contracts';
import {
  buildRunPath,
  type CommitBuild,
  clean,
  clip,
  describeCause,
  describeFailedTests,
  escapeWithin,
  type HiddenPeople,
  pageAt,
  quoteOf,
  STATUS_PREFIX,
} from '@slipway/domain';

// Limits: https://docs.github.com/en/rest/commits/statuses#create-a-commit-status
const MAX_CONTEXT = 200;
const MAX_DESCRIPTION = 140;
const MAX_CAUSE = 2_000;
/** A comment may have 65,536 characters, far more than this many failed builds need. */
const MAX_SHOWN = 10;

export interface GithubOptions {
  readonly projectId: number;
  readonly baseUrl: string;
  /** The members, whose names are not published. */
  readonly people: HiddenPeople;
}

export interface CommitStatus {
  readonly state: 'error' | 'failure' | 'pending' | 'success';
  readonly context: string;
  readonly description: string;
  readonly target_url: string;
}

const STATES: Readonly<Record<BuildStatus, CommitStatus['state']>> = {
  queued: 'pending',
  preparing: 'pending',
  building: 'pending',
  passed_pending_approval: 'success',
  completed: 'success',
  failed: 'failure',
  cancelled: 'error',
};

const BY_SEVERITY: readonly CommitStatus['state'][] = ['failure', 'error', 'pending', 'success'];

const severity = ({ status }: CommitBuild) => BY_SEVERITY.indexOf(STATES[status]);

/** The status of a job for a commit; null without builds. Jobs with the same name share it, and the worst one counts. */
export function commitStatus(
  builds: readonly CommitBuild[],
  { projectId, baseUrl, people }: GithubOptions,
): CommitStatus | null {
  const [build] = builds
    .filter(({ isGithubBuild }) => !isGithubBuild)
    .toSorted((a, b) => severity(a) - severity(b));
  if (build === undefined) return null;
  return {
    state: STATES[build.status],
    context: STATUS_PREFIX + clean(build.jobName, MAX_CONTEXT, people),
    description: describeStatus(build, people),
    target_url: baseUrl + buildRunPath(projectId, build.id),
  };
}

function describeStatus(build: CommitBuild, people: HiddenPeople): string {
  const { status, number, finding, tests } = build;
  const counts = tests === null ? '' : ` Tests: ${describeFailedTests(tests.summary)}.`;
  if (status !== 'failed' || finding === null)
    return clip(`Build #${clean(number, 40, people)} ${OUTCOMES[status]}${counts}`, MAX_DESCRIPTION);
  const lead = `${nameSuspects(build, people)}${counts}`.trim();
  const cause = clip(describeCause(finding, people), MAX_DESCRIPTION - lead.length - 1);
  return lead === '' ? cause : `${lead} ${cause}`;
}

const MAX_SUSPECTS = 2;

/** The changes only: a commit's page is public in many projects. */
function nameSuspects({ suspects }: CommitBuild, people: HiddenPeople): string {
  const names = suspects.slice(0, MAX_SUSPECTS).map((name) => clean(name, 40, people));
  return names.length === 0 ? '' : `Suspect: ${names.join(', ')}.`;
}

const OUTCOMES: Readonly<Record<BuildStatus, string>> = {
  queued: 'is in progress.',
  preparing: 'is in progress.',
  building: 'is in progress.',
  passed_pending_approval: 'passed and waits for approval.',
  completed: 'passed.',
  failed: 'failed.',
  cancelled: 'was cancelled.',
};

export interface PullRequestComment {
  readonly body: string;
  readonly showsFailure: boolean;
}

/** What the comment of a project begins with, by which it is found again. GitHub does not show it. */
export const commentMarker = ({ baseUrl, projectId }: Pick<GithubOptions, 'baseUrl' | 'projectId'>) =>
  `<!-- Slipway: ${baseUrl + pageAt('/projects/$projectId', { projectId })} -->`;

/** Writes the comment about the builds of a pull request's newest commit. */
export function pullRequestComment(
  sha: string,
  builds: readonly CommitBuild[],
  options: GithubOptions,
): PullRequestComment {
  const failed = builds.filter(({ status }) => status === 'failed');
  // Builds whose cause is known come first.
  const shown = failed.toSorted((a, b) => Number(a.finding === null) - Number(b.finding === null));
  const more = failed.length - MAX_SHOWN;
  const parts = [
    commentMarker(options),
    `**${summarize(builds, failed.length)}** Commit \`${sha.slice(0, 10)}\`.`,
    ...shown.slice(0, MAX_SHOWN).flatMap((build) => describeFailure(build, options)),
    ...(more > 0 ? [`${more} more failed.`] : []),
    '<sub>Slipway updates this comment when builds end.</sub>',
  ];
  return { body: parts.join('\n\n'), showsFailure: failed.length > 0 };
}

const count = (builds: number) => (builds === 1 ? '1 build' : `${builds} builds`);

function summarize(builds: readonly CommitBuild[], failed: number): string {
  const pending = builds.filter(({ status }) => STATES[status] === 'pending').length;
  if (failed > 0) return `${count(failed)} failed.`;
  return pending > 0 ? `No build has failed; ${count(pending)} in progress.` : 'No build failed.';
}

function describeFailure(build: CommitBuild, { projectId, baseUrl, people }: GithubOptions): string[] {
  const { jobName, number, finding } = build;
  const name = literal(`${clean(jobName, 200, people)} #${clean(number, 60, people)}`, 600);
  const quote = quoteOf(finding, people);
  const suspects = nameSuspects(build, people);
  return [
    `#### [${name}](${baseUrl + buildRunPath(projectId, build.id)})`,
    finding === null ? 'No cause found.' : literal(describeCause(finding, people), MAX_CAUSE),
    ...(suspects === '' ? [] : [literal(suspects, MAX_CAUSE)]),
    ...(quote === null ? [] : [fenced(quote)]),
    ...describeTests(build, people),
  ];
}

/** The counts, and the names of the new failures. */
function describeTests({ tests }: CommitBuild, people: HiddenPeople): string[] {
  if (tests === null) return [];
  const names = tests.newFailures.map((name) => `- ${literal(clean(name, 200, people), 600)}`);
  return [`Tests: ${describeFailedTests(tests.summary)}.`, ...(names.length === 0 ? [] : [names.join('\n')])];
}

/** Everything by which Markdown formats text or begins HTML. */
const PUNCTUATION = /[!-/:-@[-`{-~]/;
/**
 * GitHub looks for mentions, references and emoji in the text that Markdown produced, where an escape is gone. A
 * zero-width space keeps `@everyone` and `#12` in a log from notifying people and from linking issues.
 */
const REFERENCE = /[@#:]/;
const ZERO_WIDTH_SPACE = '\u200B';

/** Text from outside as GitHub shows it literally. */
function literal(text: string, max: number): string {
  const escaped = escapeWithin(text, max, (character) => {
    if (!PUNCTUATION.test(character)) return character;
    return `\\${character}${REFERENCE.test(character) ? ZERO_WIDTH_SPACE : ''}`;
  });
  // `GH-12` is a reference too.
  return escaped.replace(/\bGH\\-(?=\d)/gi, `$&${ZERO_WIDTH_SPACE}`);
}

/** A line in a block whose fence is longer than any in the line. Nothing is special inside. */
function fenced(line: string): string {
  const longest = Math.max(2, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${line}\n${fence}`;
}
