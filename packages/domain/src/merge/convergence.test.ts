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
import { assetStateOfCook, mergeAssets } from './asset.js';
import { buildRunStateOf, mergeBuildRuns } from './build-run.js';
import { buildStepStateOf, mergeBuildSteps } from './build-step.js';
import { changeStateOf, mergeChanges } from './change.js';
import { deploymentStateOf, mergeDeployments } from './deployment.js';
import { mergeReferences, referenceStateOf } from './reference.js';

/** Only a few values, so that reports often agree or have the same time. */
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
  .map(([required, details]) => ({
    kind: 'build_report',
    jobName: 'job',
    buildNumber: '1',
    ...required,
    ...details,
  }));

const step: Arbitrary<StepReport> = fc
  .tuple(
    fc.record({ status: fc.constantFrom('running', 'completed', 'failed', 'cancelled'), at: time }),
    fc.record({ startedAt: time, finishedAt: time, detail: fc.oneof(text, fc.constant('')) }, some),
  )
  .map(([required, details]) => ({ name: 'cook', ...required, ...details }) as StepReport);

const file = fc.record({ path: text, action: fc.constantFrom(...FILE_ACTIONS) });
const change: Arbitrary<ChangeReport> = fc
  .tuple(
    fc.record({ displayIdentifier: text, timestamp: time }),
    fc.record(
      { branch: text, madeOn: text, url: text, author: actor, description: text, files: fc.array(file) },
      some,
    ),
  )
  .map(([required, details]) => ({
    kind: 'change',
    repository: 'r',
    identifier: 'x',
    sourceType: 'GitCommit',
    ...required,
    ...details,
  }));

const reference: Arbitrary<ReferenceReport> = fc
  .tuple(
    fc.record({ key: text, at: time }),
    fc.record({ title: text, state: text, url: text, assignee: fc.option(actor), removed: fc.boolean() }, some),
  )
  .map(([required, details]) => ({ kind: 'reference', externalId: 'x', ...required, ...details }));

const deployment: Arbitrary<DeploymentReport> = fc
  .tuple(
    fc.record({ event: text, status: fc.option(fc.constantFrom(...DEPLOYMENT_STATUSES)), at: time }),
    fc.record({ version: text, notes: text, actor, metadata: fc.record({ a: text, b: text }) }, some),
  )
  .map(([required, details]) => ({
    kind: 'deployment',
    platform: 'steam',
    buildNumber: '1',
    branch: '',
    externalId: '',
    ...required,
    ...details,
  }));

const cooked: Arbitrary<AssetCooked> = fc
  .tuple(
    fc.record({ at: time }),
    fc.record({ name: text, contentHash: text, version: time, sizeBytes: time }, some),
  )
  .map(([required, details]) => ({ kind: 'asset_cooked', path: '/Game/SM_Hero', ...required, ...details }));

/** Merges all reports one by one, and again in batches that are shuffled, repeated and first merged separately. */
function converges<Report, State>(
  reports: Arbitrary<Report>,
  stateOf: (report: Report) => State,
  merge: (a: State, b: State) => State,
): void {
  const cases = fc
    .array(reports, { minLength: 1, maxLength: 6 })
    .chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.array(fc.shuffledSubarray(all, { minLength: 1 }), { maxLength: 3 }),
        fc.shuffledSubarray(all, { minLength: all.length }),
      ),
    );
  fc.assert(
    fc.property(cases, ([all, batches, again]) => {
      const mergeAll = (batch: readonly Report[]) => batch.map(stateOf).reduce(merge);
      expect([...batches, again].map(mergeAll).reduce(merge)).toEqual(mergeAll(all));
    }),
    { numRuns: 500 },
  );
}

/** Reports with a time of receipt. */
const received = <Report>(reports: Arbitrary<Report>) => fc.record({ report: reports, receivedAt: time });

describe('in any order, repeated and cut into any batches', () => {
  it('reports of a build merge to the same state', () => converges(build, buildRunStateOf, mergeBuildRuns));
  it('reports of a step merge to the same state', () => converges(step, buildStepStateOf, mergeBuildSteps));
  it('reports of a change merge to the same state', () =>
    converges(received(change), ({ report, ...reading }) => changeStateOf(report, reading), mergeChanges));
  it('reports of a tracker item merge to the same state', () =>
    converges(
      received(reference),
      ({ report, receivedAt }) => referenceStateOf(report, receivedAt),
      mergeReferences,
    ));
  it('cooks of an asset merge to the same state', () => converges(cooked, assetStateOfCook, mergeAssets));
  it('reports of a deployment merge to the same state', () =>
    converges(deployment, deploymentStateOf, mergeDeployments));
});
