import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Delivery } from '@slipway/contracts';
import { TEST_REPORT_EVENT, TEST_REPORT_PATH, type TestReport } from '@slipway/providers';
import type { BuildDraft } from './builds.js';
import { touchFile } from './changes.js';
import { integrationId, integrations } from './projects.js';
import type { Random } from './random.js';
import type { Scope } from './scope.js';
import { DEVICES, type StoryTest, writeNunit, writeUnreal } from './test-files.js';
import { after, second, uuidAt } from './times.js';

/** Where the tests of a job run. */
const TESTED: Readonly<Record<string, readonly (keyof typeof DEVICES)[]>> = {
  'undertow-editor-win64': ['Win64', 'PS5', 'XSX'],
  'companion-web': ['WebGL'],
  'lanterns-android': ['Pixel', 'Galaxy'],
};

interface TestedBuild {
  build: BuildDraft;
  /** Among the builds of the job whose tests ran. */
  place: number;
  count: number;
}

const NAMES = ['Defaults', 'Limits', 'RoundTrip', 'Replicates'];
const BROKEN = 16;
const FIXED = 9;
const FLAKY = 22;
const FLAKY_ON_ONE_DEVICE = 31;
const SLOW = 37;
const REMOVED = 41;
const ADDED = 44;

const LOST = 'Lost connection to the device while the test ran';
const isInfrastructureDay = ({ place, count }: TestedBuild, device: string) =>
  place === Math.floor(count / 2) && (device === 'PS5' || device === 'Pixel');

/** The first of the last builds, in which one test fails. */
const brokenSince = (count: number) => count - 4;

function failureOf(random: Random, tested: TestedBuild, device: string, index: number): string | null {
  const { place, count } = tested;
  const [one, other] = [random.chance(0.12), random.chance(0.3)];
  if (isInfrastructureDay(tested, device)) return LOST;
  if (index === BROKEN && place >= brokenSince(count)) return "Expected 'attached crates' to be 3, but it was 2.";
  if (index === FIXED && place >= 2 && place < 5) return "Expected 'saved depth' to be 42.5, but it was 0.";
  if (index === FLAKY && one) return 'The boat had not settled after 5 seconds.';
  if (index === FLAKY_ON_ONE_DEVICE && other && (device === 'PS5' || device === 'Galaxy'))
    return 'Timed out after 10 seconds waiting for the render thread.';
  return null;
}

function testsOf(scope: Scope, tested: TestedBuild, device: string): StoryTest[] {
  const { theme } = scope;
  const { build, place, count } = tested;
  const random = scope.random(`tests ${build.job.name} ${build.number} ${device}`);
  const indexes = [...Array(theme.classes.length * NAMES.length).keys()];
  return indexes.flatMap((index) => {
    const failure = failureOf(random, tested, device, index);
    const seconds = (0.02 + (index % 7) * 0.13) * (0.9 + 0.2 * random.next());
    const isGone = index === REMOVED && place >= count / 3;
    const isAbsent = isGone || (index === ADDED && place < count - 3);
    if (isAbsent) return [];
    const isSlow = index === SLOW && place > (count * 2) / 3;
    const named = theme.classes[Math.floor(index / NAMES.length)] ?? '';
    const path = `${theme.module}.${named}`;
    return [{ path, name: NAMES[index % NAMES.length] ?? '', seconds: isSlow ? seconds * 5 : seconds, failure }];
  });
}

/** The change with which a test broke touches the class that it tests. */
function blame({ theme }: Scope, builds: readonly BuildDraft[]): void {
  const first = builds[brokenSince(builds.length)];
  const named = theme.classes[Math.floor(BROKEN / NAMES.length)];
  if (first?.job.buildType === 'unreal')
    touchFile(first.head, `Source/${theme.module}/Private/${named}.cpp`, 'edit');
}

interface Upload {
  build: BuildDraft;
  device: keyof typeof DEVICES;
  attempt: number;
  at: Date;
  tests: StoryTest[];
}

/** The uploads of a build: of each device, and of the failed tests that were tried again. */
function uploadsOf(scope: Scope, tested: TestedBuild): Upload[] {
  const { build } = tested;
  return (TESTED[build.job.name] ?? []).flatMap((device, index) => {
    const tests = testsOf(scope, tested, device);
    const at = after(build.finishedAt, (8 + index * 4) * second);
    const first = { build, device, attempt: 1, at, tests };
    const random = scope.random(`retries ${build.job.name} ${build.number} ${device}`);
    const isFlake = (name: string) => /settled|Timed out/.test(name);
    const again = tests.flatMap((test) =>
      test.failure !== null && isFlake(test.failure) && random.chance(0.7) ? [{ ...test, failure: null }] : [],
    );
    if (again.length === 0) return [first];
    return [first, { ...first, attempt: 2, at: after(at, 2 * second), tests: again }];
  });
}

function toDelivery(scope: Scope, { build, device, attempt, at, tests }: Upload): Delivery {
  const { job, number, finishedAt } = build;
  const { platform, model } = DEVICES[device];
  const isUnreal = job.buildType === 'unreal';
  const file = isUnreal ? writeUnreal(tests, device, finishedAt) : writeNunit(tests, finishedAt);
  const name = isUnreal ? 'index.json' : 'TestResults.xml';
  const report: TestReport = {
    build: { job_name: job.name, build_number: String(number) },
    suite: isUnreal ? 'Automation' : 'PlayMode',
    variant: { platform, configuration: '', renderer: '', device: model, tags: {} },
    attempt,
    files: [{ name, content: gzipSync(file).toString('base64') }],
  };
  const body = JSON.stringify(report);
  const { provider } = integrations[job.integration];
  return {
    id: uuidAt(scope.random(`upload ${job.name} ${number} ${device} ${attempt}`), at),
    accountId: scope.accountId,
    projectId: scope.projectId,
    integrationId: integrationId(job.integration),
    provider,
    path: TEST_REPORT_PATH,
    event: TEST_REPORT_EVENT,
    key: `tests:${hash('sha256', body, 'base64url')}`,
    keyWindowMs: 24 * 60 * 60_000,
    receivedAt: at.getTime(),
    headers: { 'user-agent': 'slipway-cli/0.1.0' },
    body,
  };
}

/** What the tests of a project's builds did, as CI sends it. */
export function reportTests(scope: Scope, builds: readonly BuildDraft[]): Delivery[] {
  return Object.keys(TESTED).flatMap((job) => {
    const passed = builds.filter((build) => build.job.name === job && build.status === 'completed');
    blame(scope, passed);
    return passed.flatMap((build, place) =>
      uploadsOf(scope, { build, place, count: passed.length }).map((upload) => toDelivery(scope, upload)),
    );
  });
}
