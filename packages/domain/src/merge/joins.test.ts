import { describe, expect, it } from '@jest/globals';
import { BUILD_STATUSES, DEPLOYMENT_STATUSES, FILE_ACTIONS } from '@slipway/contracts';
import fc, { type Arbitrary } from 'fast-check';
import type {
  AssetCooked,
  BuildReport,
  ChangeReport,
  DeploymentReport,
  ReferenceReport,
  StepReport,
} from '../deliveries/operations.js';
import { assetStateOfCook, joinAssets } from './asset.js';
import { buildRunStateOf, joinBuildRuns } from './build-run.js';
import { buildStepStateOf, joinBuildSteps } from './build-step.js';
import { changeStateOf, joinChanges } from './change.js';
import { deploymentStateOf, joinDeployments } from './deployment.js';
import { joinReferences, referenceStateOf } from './reference.js';

/** Few values, so that reports often meet at the same time or agree. */
const time = fc.integer({ min: 1, max: 4 });
const text = fc.constantFrom('a', 'b', 'c');
const actor = fc.record({ label: text, uid: fc.option(text) });
const some = { requiredKeys: [] as never[] };

const build: Arbitrary<BuildReport> = fc
  .tuple(
    fc.record({
      attempt: fc.integer({ min: 1, max: 2 }),
      status: fc.option(fc.constantFrom(...BUILD_STATUSES)),
      originalStatus: fc.option(text),
      reportedAt: time,
    }),
    fc.record(
      {
        branch: text,
        commitHash: text,
        actor,
        startedAt: time,
        finishedAt: time,
        durationSeconds: time,
        belated: fc.constant(true as const),
      },
      some,
    ),
  )
  .map(([told, details]) => ({ kind: 'build_report', jobName: 'job', buildNumber: '1', ...told, ...details }));

const step: Arbitrary<StepReport> = fc
  .tuple(
    fc.record({ status: fc.constantFrom('running', 'completed', 'failed', 'cancelled'), at: time }),
    fc.record({ startedAt: time, finishedAt: time, detail: fc.oneof(text, fc.constant('')) }, some),
  )
  .map(([told, details]) => ({ name: 'cook', ...told, ...details }) as StepReport);

const file = fc.record({ path: text, action: fc.constantFrom(...FILE_ACTIONS) });
const change: Arbitrary<ChangeReport> = fc
  .tuple(
    fc.record({ displayIdentifier: text, timestamp: time }),
    fc.record(
      { branch: text, madeOn: text, url: text, author: actor, description: text, files: fc.array(file) },
      some,
    ),
  )
  .map(([told, details]) => ({
    kind: 'change',
    repository: 'r',
    identifier: 'x',
    sourceType: 'GitCommit',
    ...told,
    ...details,
  }));

const reference: Arbitrary<ReferenceReport> = fc
  .tuple(
    fc.record({ key: text, at: time }),
    fc.record({ title: text, state: text, url: text, assignee: fc.option(actor), removed: fc.boolean() }, some),
  )
  .map(([told, details]) => ({ kind: 'reference', externalId: 'x', ...told, ...details }));

const deployment: Arbitrary<DeploymentReport> = fc
  .tuple(
    fc.record({ event: text, status: fc.option(fc.constantFrom(...DEPLOYMENT_STATUSES)), at: time }),
    fc.record({ version: text, notes: text, actor, metadata: fc.record({ a: text, b: text }) }, some),
  )
  .map(([told, details]) => ({
    kind: 'deployment',
    platform: 'steam',
    buildNumber: '1',
    branch: '',
    externalId: '',
    ...told,
    ...details,
  }));

const cooked: Arbitrary<AssetCooked> = fc
  .tuple(
    fc.record({ at: time }),
    fc.record({ name: text, contentHash: text, version: time, sizeBytes: time }, some),
  )
  .map(([told, details]) => ({ kind: 'asset_cooked', path: '/Game/SM_Hero', ...told, ...details }));

/** Folds every report on its own, and then in parts that are shuffled, repeated and folded apart first. */
function converges<Report, State>(
  reports: Arbitrary<Report>,
  stateOf: (report: Report) => State,
  join: (a: State, b: State) => State,
): void {
  const cases = fc
    .array(reports, { minLength: 1, maxLength: 6 })
    .chain((told) =>
      fc.tuple(
        fc.constant(told),
        fc.array(fc.shuffledSubarray(told, { minLength: 1 }), { maxLength: 3 }),
        fc.shuffledSubarray(told, { minLength: told.length }),
      ),
    );
  fc.assert(
    fc.property(cases, ([told, batches, again]) => {
      const fold = (batch: readonly Report[]) => batch.map(stateOf).reduce(join);
      const apart = [...batches, again].map(fold).reduce(join);
      expect(apart).toEqual(fold(told));
    }),
    { numRuns: 500 },
  );
}

/** Reports, each received at one moment. */
const received = <Report>(reports: Arbitrary<Report>) => fc.record({ report: reports, at: time });

describe('in whatever order, however often and in whatever batches they come', () => {
  it('reports of a build come to the same', () => converges(build, buildRunStateOf, joinBuildRuns));
  it('reports of a step come to the same', () => converges(step, buildStepStateOf, joinBuildSteps));
  it('reports of a change come to the same', () =>
    converges(received(change), ({ report, at }) => changeStateOf(report, at), joinChanges));
  it('reports of a tracker item come to the same', () =>
    converges(received(reference), ({ report, at }) => referenceStateOf(report, at), joinReferences));
  it('cooks of an asset come to the same', () => converges(cooked, assetStateOfCook, joinAssets));
  it('reports of a deployment come to the same', () => converges(deployment, deploymentStateOf, joinDeployments));
});
