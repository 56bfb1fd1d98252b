import {
  getTest,
  listTests,
  muteTest,
  type ProjectTest,
  TestDetail,
  type TestHistoryEntry,
  unmuteTest,
} from '@slipway/contracts';
import { CliError } from '../cli-error.js';
import { defineCommand } from '../define-command.js';
import { column, statusColumn, textColumn, timeColumn } from '../output/columns.js';
import { fieldsOf } from '../output/json.js';
import { bodyOptions, readBody, type Wordings } from '../resources/body-options.js';
import { defineList } from '../resources/define-list.js';
import { defineView } from '../resources/define-view.js';
import { readUser } from '../resources/read-user.js';
import { scopeNote } from '../resources/scope-note.js';
import { nameOfTest } from '../tests/show-gate.js';

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

const muted = timeColumn<ProjectTest>('MUTED UNTIL', ({ muted_until }) => muted_until);

export const list = defineList(listTests, {
  summary: 'List the tests of a project, with their verdicts',
  examples: [
    'slipway test list --verdict broken',
    'slipway test list --q Harbor.Quay --suite EditMode',
    'slipway test list --muted --json id,name,muted_until,owner_user_id',
  ],
  columns: [
    column('ID', ({ id }) => id),
    statusColumn('VERDICT', ({ verdict }) => verdict),
    textColumn('SUITE', ({ suite }) => suite),
    textColumn('TEST', nameOfTest),
    statusColumn('LAST RESULT', ({ last_status }) => last_status),
    timeColumn('LAST RUN', ({ last_run_at }) => last_run_at),
    muted,
  ],
});

export const flaky = defineList(listTests, {
  summary: 'List the tests that are known to be flaky',
  examples: ['slipway test flaky', 'slipway test flaky --suite PlayMode --json id,name,flake_rate'],
  fixed: { verdict: 'flaky' },
  noun: 'flaky tests',
  columns: [
    column('ID', ({ id }) => id),
    column('FAILS', ({ flake_rate }) => percent(flake_rate)),
    textColumn('SUITE', ({ suite }) => suite),
    textColumn('TEST', nameOfTest),
    timeColumn('LAST RUN', ({ last_run_at }) => last_run_at),
    muted,
  ],
});

const SHOWN_RUNS = 20;
const MARKS = { passed: '.', failed: 'F', errored: 'E', skipped: 's' } as const;

/** `....F.`: the newest runs, the newest last; a lowercase r is a run that passed on retry. */
function drawHistory(history: readonly TestHistoryEntry[]): string {
  const newest = history.slice(0, SHOWN_RUNS).toReversed();
  return newest.map(({ status, retried }) => (retried && status === 'passed' ? 'r' : MARKS[status])).join('');
}

export const view = defineView(getTest, {
  summary: 'Show a test with its verdict, history and failures',
  examples: ['slipway test view 4711', 'slipway test view 4711 --json failures --jq ".failures[0].details"'],
  view: (test) => ({
    title: nameOfTest(test),
    details: [
      { label: 'id', value: test.id },
      { label: 'suite', value: test.suite },
      { label: 'verdict', value: test.verdict, as: 'status' },
      { label: 'fails', value: test.flake_rate === 0 ? null : percent(test.flake_rate) },
      { label: 'problem', value: test.problem && `${test.problem.id} (${test.problem.state})` },
      { label: 'last result', value: test.last_status, as: 'status' },
      { label: 'last run', value: test.last_run_at, as: 'time' },
      { label: 'muted until', value: test.muted_until, as: 'time' },
      { label: 'muted because', value: test.mute_reason },
      { label: 'owner', value: test.owner_user_id === null ? null : `user:${test.owner_user_id}` },
    ],
    sections: [
      {
        heading: 'Variants',
        lines: test.variants.map(({ variant, explanation, history }) =>
          [variant, explanation, drawHistory(history)].filter((part) => part !== '').join('  '),
        ),
      },
      {
        heading: 'Failures',
        lines: test.failures.map(({ build_run_id, variant, started_at, message }) =>
          [`build ${build_run_id}`, started_at, variant, message].filter((part) => part !== '').join('  '),
        ),
      },
    ],
  }),
});

const WORDINGS: Wordings<typeof muteTest.body> = {
  reason: { short: 'r', value: 'text' },
  owner_user_id: null,
  until: { value: 'time' },
};

export const mute = defineCommand({
  summary: 'Mute a test, so that its failures count nowhere',
  ...scopeNote(muteTest),
  examples: [
    'slipway test mute 4711 --reason "Waits for a device that is being repaired"',
    'slipway test mute 4711 --reason "Fixed in CL 48320" --owner user:7 --until 2026-12-01',
  ],
  project: true,
  json: fieldsOf(TestDetail),
  arguments: { id: { description: 'the id of the test' } },
  options: {
    ...bodyOptions(muteTest.body, WORDINGS),
    owner: { kind: 'text', value: 'person', description: 'who is to mend it: me or user:<user id> (default: me)' },
  },
  async run(context, { id, owner, ...input }) {
    const ownerId = await readUser(owner === undefined ? 'me' : String(owner), context);
    if (ownerId === null)
      throw new CliError('A muted test has an owner.', { hint: 'Expected: me or user:<user id>.' });
    const body = { ...readBody(muteTest.body, WORDINGS, input), owner_user_id: ownerId };
    const { id: projectId } = await context.project();
    const params = { project_id: projectId, test_id: id };
    const test = await (await context.client()).call(muteTest, { params, body });
    if (context.output.json !== null) return context.output.value(test);
    context.output.line(`${nameOfTest(test)} is muted until ${test.muted_until}.`);
  },
});

export const unmute = defineCommand({
  summary: 'End the mute of a test',
  ...scopeNote(unmuteTest),
  examples: ['slipway test unmute 4711'],
  project: true,
  json: fieldsOf(TestDetail),
  arguments: { id: { description: 'the id of the test' } },
  async run(context, { id }) {
    const params = { project_id: (await context.project()).id, test_id: id };
    const test = await (await context.client()).call(unmuteTest, { params });
    if (context.output.json !== null) return context.output.value(test);
    context.output.line(`${nameOfTest(test)} is not muted.`);
  },
});
