import { fullNameOf } from '../test-results/build-tests.js';
import { describeCount } from '../text/describe-count.js';
import { buildRunPath, pageAt } from '../web/web-paths.js';
import { clean, type DescribeOptions, inline, type NotificationContent } from './message.js';

interface NamedTest {
  readonly id: number;
  readonly suite: string;
  readonly path: string;
  readonly name: string;
}

/** A test on a variant, with its verdict as a sentence. */
export interface ChangedTest extends NamedTest {
  /** Empty if the suite has only one. */
  readonly variant: string;
  readonly explanation: string;
}

/** What is known about tests that broke or became flaky with a build. */
export interface TestChangeFacts {
  readonly project: { readonly id: number; readonly name: string };
  readonly build: { readonly id: number; readonly jobName: string; readonly number: string };
  /** The first ones. */
  readonly tests: readonly [ChangedTest, ...ChangedTest[]];
  readonly count: number;
}

const MAX_NAME = 200;
const MAX_TEXT = 600;
const MAX_NAMED = 5;
const VERDICTS = { 'test.broke': 'broken', 'test.became_flaky': 'flaky' } as const;

/** Writes a notification about tests that broke or became flaky. */
export function describeTestChange(
  type: keyof typeof VERDICTS,
  { project, build, tests, count }: TestChangeFacts,
  { baseUrl, people }: DescribeOptions,
): NotificationContent {
  const url = baseUrl + buildRunPath(project.id, build.id);
  const [first] = tests;
  const names = tests.slice(0, MAX_NAMED).map((test) => clean(fullNameOf(test), MAX_NAME));
  const more = count - names.length;
  const listed = `${names.join(', ')}${more > 0 ? ` and ${describeCount(more)} more` : ''}.`;
  const suites = [...new Set(tests.map(({ suite }) => clean(suite, MAX_NAME)))].filter((name) => name !== '');
  const variants = [...new Set(tests.map(({ variant }) => clean(variant, MAX_NAME)))].filter(
    (name) => name !== '',
  );
  const number = clean(build.number, 60);
  return {
    type,
    message: {
      tone: type === 'test.broke' ? 'bad' : 'neutral',
      title: `${count === 1 ? `${names[0]} is` : `${describeCount(count)} tests are`} ${VERDICTS[type]}`,
      text: count === 1 ? clean(first.explanation, MAX_TEXT) : listed,
      quote: null,
      facts: [
        ...(suites.length === 0 ? [] : [{ label: 'Suite', value: suites.join(', ') }]),
        ...(variants.length === 0 ? [] : [{ label: 'Variant', value: variants.join(', ') }]),
        { label: 'Build', value: `${clean(build.jobName, 120)} #${number}`, url },
      ],
      link: { label: 'Open the build', url },
      source: inline(project.name),
    },
    data: {
      project_id: project.id,
      build_run: { id: build.id, job_name: clean(build.jobName, 200), build_number: number, url },
      verdict: VERDICTS[type],
      tests: tests.map(({ id, suite, path, name, variant }) => ({
        id,
        suite: clean(suite, MAX_NAME, people),
        path: clean(path, MAX_NAME, people),
        name: clean(name, MAX_NAME, people),
        variant: clean(variant, MAX_NAME, people),
      })),
      count,
    },
  };
}

/** What is known about a mute that ends soon. */
export interface EndingMuteFacts {
  readonly project: { readonly id: number; readonly name: string };
  readonly test: NamedTest;
  readonly reason: string;
  readonly until: Date;
}

const UNTIL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Reminds the owner of a muted test that the mute ends. */
export function describeEndingMute(
  { project, test, reason, until }: EndingMuteFacts,
  { baseUrl, people }: DescribeOptions,
): NotificationContent {
  const name = clean(fullNameOf(test), MAX_NAME);
  const url = baseUrl + pageAt('/projects/$projectId/tests/$testId', { projectId: project.id, testId: test.id });
  const end = UNTIL.format(until);
  return {
    type: 'test.mute_ending',
    message: {
      tone: 'neutral',
      title: `The mute of ${name} ends soon`,
      text: `Its failures count again from ${end} UTC. It was muted because: ${clean(reason, MAX_TEXT)}`,
      quote: null,
      facts: [{ label: 'Test', value: name, url }],
      link: { label: 'Open the test', url },
      source: inline(project.name),
    },
    data: {
      project_id: project.id,
      test: {
        id: test.id,
        suite: clean(test.suite, MAX_NAME, people),
        path: clean(test.path, MAX_NAME, people),
        name: clean(test.name, MAX_NAME, people),
      },
      muted_until: until.toISOString(),
    },
  };
}
