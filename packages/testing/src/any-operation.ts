import { BUILD_STATUSES, BUILD_TYPES, DEPLOYMENT_STATUSES, TARGET_TYPES } from '@slipway/contracts';
import type {
  AssetCooked,
  BuildReport,
  BuildRunFields,
  BuildStepsReport,
  ChangeReport,
  DeploymentReport,
  Operation,
  ReferenceReport,
  RefMove,
  StepReport,
} from '@slipway/domain';
import fc, { type Arbitrary } from 'fast-check';

const BASE = Date.UTC(2026, 0, 1);
/** Few values, so that operations often report the same objects and times. */
const time = fc.integer({ min: 1, max: 5 }).map((step) => BASE + step * 1_000);
const text = fc.constantFrom('alpha', 'beta', 'gamma');
const commit = fc.constantFrom('c1', 'c2', 'c3', 'c4');
const actor = fc.record({ label: text, uid: fc.option(fc.constantFrom('ada', 'grace')) });
const some = { requiredKeys: [] as never[] };

const step: Arbitrary<StepReport> = fc
  .tuple(
    fc.record({
      name: fc.constantFrom('cook', 'package'),
      status: fc.constantFrom<StepReport['status']>('running', 'completed', 'failed', 'cancelled'),
      at: time,
    }),
    fc.record({ startedAt: time, finishedAt: time, detail: text }, some),
  )
  .map(([required, details]) => ({ ...required, ...details }));

const artifact = fc.record({ name: text, sizeBytes: fc.integer({ min: 1, max: 3 }), url: text });
const log = fc.record({ content: text, truncated: fc.constant(false) });

/** The page of a build is derived from its number, because no tool moves a build to another page. */
const pageOf = (buildNumber: string) => `https://ci.test/${buildNumber}`;
const buildNumber = fc.constantFrom('1', '2');
const attempt = fc.integer({ min: 1, max: 2 });

/** Some jobs have a separate key and are renamed. */
const job = fc.constantFrom(
  { jobName: 'win' },
  { jobName: 'win' },
  { jobName: 'mac' },
  { jobName: 'win', jobKey: 'k1' },
  { jobName: 'linux', jobKey: 'k1' },
);

/** The fields that are merged, apart from those that depend on others. */
const buildFields: {
  readonly [K in Exclude<keyof BuildRunFields, 'jobName' | 'originalStatus' | 'buildUrl'>]: Arbitrary<
    BuildRunFields[K]
  >;
} = {
  buildType: fc.constantFrom(...BUILD_TYPES),
  targetType: fc.constantFrom(...TARGET_TYPES),
  commitHash: commit,
  changelist: text,
  branch: text,
  actor,
  durationSeconds: fc.integer({ min: 1, max: 3 }),
  expectedSuites: fc.uniqueArray(text, { maxLength: 2 }),
};

const buildReport: Arbitrary<BuildReport> = fc
  .tuple(
    fc.record({
      job,
      buildNumber,
      attempt,
      status: fc.option(fc.constantFrom(...BUILD_STATUSES)),
      originalStatus: fc.option(text),
      reportedAt: time,
    }),
    fc.record(
      {
        ...buildFields,
        startedAt: time,
        finishedAt: time,
        log,
        artifacts: fc.uniqueArray(artifact, { selector: ({ name }) => name, maxLength: 2 }),
        steps: fc.array(step, { maxLength: 2 }),
      },
      some,
    ),
    fc.boolean(),
  )
  .map(([{ job: named, ...required }, details, hasPage]) => ({
    kind: 'build_report',
    ...named,
    ...required,
    ...details,
    ...(hasPage ? { buildUrl: pageOf(required.buildNumber) } : {}),
  }));

const buildSteps: Arbitrary<BuildStepsReport> = fc
  .record({ buildNumber, attempt, steps: fc.array(step, { minLength: 1, maxLength: 2 }) })
  .map(({ buildNumber: number, ...report }) => ({ kind: 'build_steps', buildUrl: pageOf(number), ...report }));

/** A commit has one time and one set of files, no matter who reports it. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  c1: ['Content/T_Crate.png', 'Content/SM_Crate.fbx', 'LICENSE'],
  c2: ['Content/T_Crate.png'],
  c3: ['Content/T_Crate.png', 'Content/T_Barrel.png'],
  c4: [],
};
const change: Arbitrary<ChangeReport> = fc
  .tuple(
    commit,
    fc.record({ withFiles: fc.boolean(), secondHand: fc.boolean(), trial: fc.boolean() }),
    fc.record(
      {
        branch: text,
        madeOn: fc.constantFrom('main', 'ada/eng-1-tide', 'OLD-8'),
        url: text,
        author: actor,
        description: fc.constantFrom('ENG-1', 'eng-2 and task-1', 'see #3', 'OLD-7'),
      },
      some,
    ),
  )
  .map(([identifier, { withFiles, secondHand, trial }, details]) => ({
    kind: 'change',
    repository: secondHand ? '' : 'studio/harbor',
    ...(secondHand ? { secondHand } : {}),
    ...(trial && !secondHand ? { trial: true as const } : {}),
    identifier,
    displayIdentifier: identifier,
    sourceType: 'GitCommit',
    timestamp: BASE + Number(identifier.slice(1)) * 1_000,
    ...details,
    ...(withFiles ? { files: (FILES[identifier] ?? []).map((path) => ({ path, action: 'edit' as const })) } : {}),
  }));

const refMove: Arbitrary<RefMove> = fc
  .record({
    ref: fc.constantFrom('refs/heads/main', 'refs/heads/art'),
    before: fc.option(commit),
    after: fc.option(commit),
    forced: fc.boolean(),
    commits: fc.uniqueArray(commit, { maxLength: 2 }),
    at: time,
  })
  .map((move) => ({ kind: 'ref_move', repository: 'studio/harbor', ...move }));

/** Items move between projects, some so often that not all keys are stored. */
const key = fc.constantFrom('ENG-1', 'ENG-2', 'Studio/Harbor#3');
const manyKeys = fc.integer({ min: 1, max: 30 }).map((first) => {
  return Array.from({ length: 15 }, (_, index) => `OLD-${first + index}`);
});
const reference: Arbitrary<ReferenceReport> = fc
  .tuple(
    fc.record({
      externalId: fc.constantFrom('10', '11'),
      key: fc.oneof(
        key,
        manyKeys.map(([one = '']) => one),
      ),
      at: time,
    }),
    fc.record(
      {
        formerKeys: fc.oneof(fc.array(key, { maxLength: 2 }), manyKeys),
        title: text,
        state: text,
        url: text,
        assignee: fc.option(actor),
        removed: fc.boolean(),
      },
      some,
    ),
  )
  .map(([required, details]) => ({ kind: 'reference', ...required, ...details }));

const deployment: Arbitrary<DeploymentReport> = fc
  .tuple(
    fc.record({
      buildNumber: fc.constantFrom('1', '2', ''),
      event: text,
      status: fc.option(fc.constantFrom(...DEPLOYMENT_STATUSES)),
      at: time,
    }),
    fc.record({ version: text, commitHash: commit, actor, notes: text, metadata: fc.record({ a: text }) }, some),
  )
  .map(([required, details]) => ({
    kind: 'deployment',
    platform: 'steam',
    branch: 'beta',
    externalId: '480',
    ...required,
    ...details,
  }));

const cooked: Arbitrary<AssetCooked> = fc
  .tuple(
    fc.record({ path: fc.constantFrom('Content/T_Crate.png', '/Game/SM_Hero'), at: time }),
    fc.record(
      {
        contentHash: text,
        version: fc.integer({ min: 1, max: 4 }),
        name: text,
        sizeBytes: fc.nat(3),
        previewUrl: fc.constantFrom('https://cdn.test/a.png', 'https://cdn.test/b.png'),
      },
      some,
    ),
  )
  .map(([required, details]) => ({ kind: 'asset_cooked', ...required, ...details }));

const KINDS: readonly Arbitrary<Operation>[] = [
  buildReport,
  buildSteps,
  change,
  refMove,
  reference,
  deployment,
  cooked,
];

export const anyOperation: Arbitrary<Operation> = fc.oneof(...KINDS);

/** Operations of one to three kinds, so that they often report the same object. */
export const operationsOfFewKinds: Arbitrary<Arbitrary<Operation>> = fc
  .subarray([...KINDS], { minLength: 1, maxLength: 3 })
  .map((kinds) => fc.oneof(...kinds));
