import { createReadStream } from 'node:fs';
import { relative } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { FailureClass, GatedTest, TestGate } from '@slipway/contracts';
import { gateProblems, readHead } from '@slipway/domain';
import { ReportError, type ReportedTest, readReport } from '@slipway/reports';
import { CliError } from '../cli-error.js';
import type { KnownTests } from './known-tests.js';
import { nameOfTest } from './show-gate.js';

/** The suite of reports that name none, as the service calls it. */
const DEFAULT_SUITE = 'tests';
const MAX_LISTED = 200;

interface LocalFile {
  readonly path: string;
  readonly suite: string;
}

interface LocalTests {
  readonly files: readonly LocalFile[];
  readonly folder: string;
  /** The suites that must be among the files. */
  readonly expected: readonly string[];
  readonly known: KnownTests;
  /** The branch of the build; undefined if the CI system does not say. */
  readonly branch: string | undefined;
  readonly now: number;
}

/** A pattern with the suite of its files: `EditMode=out/edit/*.xml`. Without one, they are of the only suite named. */
export function readLocalPattern(written: string, suites: readonly string[]): { suite: string; pattern: string } {
  const [, suite, pattern] = /^([^=/\\*?]+)=(.+)$/.exec(written) ?? [];
  if (suite !== undefined && pattern !== undefined) return { suite, pattern };
  if (suites.length > 1)
    throw new CliError(`--files ${written} names no suite, and --suite names several.`, {
      hint: 'Write the suite before the pattern: --files "EditMode=out/edit/*.xml".',
    });
  return { suite: suites[0] ?? DEFAULT_SUITE, pattern: written };
}

/** Judges local files as the service would, as far as a list of muted and flaky tests allows. */
export async function judgeLocally({
  files,
  folder,
  expected,
  known,
  branch,
  now,
}: LocalTests): Promise<TestGate> {
  const { max_flaky_failures: maxFlakyFailures } = known.rule;
  const classOf = classifier(known, { branch, now });
  const tests: GatedTest[] = [];
  const suites = new Set<string>();
  const problems: string[] = [];
  for (const { path, suite } of files) {
    const problem = await readLocalFile(path, (test) => {
      suites.add(suite);
      if (test.outcome === 'failed') tests.push(toGated(test, suite));
    });
    if (problem !== null) problems.push(`${relative(folder, path)}: ${problem}`);
  }
  const judged = tests.map((test) => ({ test, status: test.status, failure: classOf(test) }));
  const of = (wanted: FailureClass) =>
    judged.flatMap(({ test, failure }) => (failure === wanted ? [test] : [])).slice(0, MAX_LISTED);
  const reasons = [
    ...gateProblems({ tests: judged, suites, expected, maxFlakyFailures, finishedAt: null, now }),
    ...problems,
  ];
  return {
    passed: reasons.length === 0,
    reasons,
    failures: of('new_failure'),
    muted: of('muted'),
    flaky: of('flaky'),
  };
}

/** What is wrong with a file; null if it could be read to its end. */
async function readLocalFile(path: string, onTest: (test: ReportedTest) => void): Promise<string | null> {
  try {
    const { isComplete, problems } = await readReport(await openReport(path), { onTest });
    return isComplete ? null : (problems.at(-1)?.reason ?? 'It is cut off.');
  } catch (error) {
    if (error instanceof ReportError) return error.message;
    throw error;
  }
}

async function openReport(path: string): Promise<AsyncIterable<Uint8Array>> {
  const { head, whole, close } = await readHead(createReadStream(path), 2);
  if (head[0] !== 0x1f || head[1] !== 0x8b) return whole;
  await close();
  const unzip = createGunzip();
  createReadStream(path)
    .on('error', (error) => unzip.destroy(error))
    .pipe(unzip);
  return unzip;
}

function toGated({ path, name, kind, message }: ReportedTest, suite: string): GatedTest {
  const status = kind === 'failure' ? 'failed' : 'errored';
  return { id: '', suite, path, name, variant: '', status, verdict: 'passing', message };
}

/** Whether a name matches a pattern, in which `*` stands for any characters. Case is ignored. */
function matches(name: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'is').test(name);
}

function classifier(
  { tests, rule }: KnownTests,
  { branch, now }: Pick<LocalTests, 'branch' | 'now'>,
): (test: GatedTest) => FailureClass {
  // On an unknown branch, mutes might not count.
  const countsMutes = rule.unmuted_branches.every((pattern) => branch !== undefined && !matches(branch, pattern));
  const key = (test: { readonly suite: string; readonly path: string; readonly name: string }) =>
    `${test.suite}\n${nameOfTest(test)}`;
  const muted = new Set(
    tests.filter(({ muted_until: until }) => countsMutes && Date.parse(until ?? '') > now).map(key),
  );
  const flaky = new Set(tests.filter(({ verdict }) => verdict === 'flaky').map(key));
  return (test) => {
    if (muted.has(key(test))) return 'muted';
    return flaky.has(key(test)) ? 'flaky' : 'new_failure';
  };
}
