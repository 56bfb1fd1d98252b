import type { BodyFieldsOf } from '@slipway/client';
import {
  editProblem,
  getProblem,
  listProblems,
  PROBLEM_MARKS,
  type ProblemChange,
  ProblemDetail,
  type ProblemMark,
  readTimestamp,
} from '@slipway/contracts';
import { CliError } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import { type AnyCommand, type Argument, defineCommand, type Option } from '../define-command.js';
import { column, textColumn, timeColumn } from '../output/columns.js';
import { fieldsOf } from '../output/json.js';
import { defineList } from '../resources/define-list.js';
import { defineView } from '../resources/define-view.js';
import { readUser } from '../resources/read-user.js';
import { scopeNote } from '../resources/scope-note.js';

type Edit = BodyFieldsOf<typeof editProblem.body>;
type Words = Readonly<Record<string, string | undefined>>;

interface EditCommand {
  readonly summary: string;
  readonly examples: readonly string[];
  /** Arguments after the id of the problem. */
  readonly arguments?: Readonly<Record<string, Argument>>;
  edit(words: Words, context: CommandContext): Edit | Promise<Edit>;
  describe(problem: ProblemDetail): string;
}

const NEXT_CHANGE = 'next-change';

const note = {
  kind: 'text',
  short: 'n',
  value: 'text',
  description: 'what others should know about it; replaces the note',
} as const satisfies Option;

function defineProblemEdit({ edit, describe, ...rest }: EditCommand): AnyCommand {
  return defineCommand({
    ...rest,
    ...scopeNote(editProblem),
    project: true,
    json: fieldsOf(ProblemDetail),
    arguments: { id: { description: 'the id of the problem' }, ...rest.arguments },
    options: { note },
    async run(context, { note: written, ...words }: { readonly note: string | undefined } & Words) {
      const { id: projectId } = await context.project();
      const body = { ...(await edit(words, context)), ...(written !== undefined && { note: written }) };
      const params = { project_id: projectId, problem_id: words['id'] ?? '' };
      const problem = await (await context.client()).call(editProblem, { params, body });
      if (context.output.json !== null) return context.output.value(problem);
      context.output.note(describe(problem));
      context.output.line(problem.urls.web);
    },
  });
}

export const assign = defineProblemEdit({
  summary: 'Assign a problem to a member',
  examples: ['slipway problem assign 12 me', 'slipway problem assign 12 user:7', 'slipway problem assign 12 none'],
  arguments: { person: { description: 'me, user:<user id> or none' } },
  edit: async ({ person = '' }, context) => ({ assignee_user_id: await readUser(person, context) }),
  describe: ({ id, assignee_user_id: user }) =>
    user === null ? `Problem ${id} is assigned to nobody.` : `Assigned problem ${id} to user:${user}.`,
});

export const ignore = defineProblemEdit({
  summary: 'Ignore a problem, so that nobody is notified of it',
  examples: ['slipway problem ignore 12 --note "The old console is being retired."'],
  edit: () => ({ state: 'ignored' }),
  describe: ({ id }) => `Problem ${id} is ignored. \`slipway problem reopen ${id}\` undoes this.`,
});

export const list = defineList(listProblems, {
  summary: 'List causes of failed builds, last seen first',
  examples: ['slipway problem list --state open', 'slipway problem list --json id,title,seen_count'],
  columns: [
    column('ID', ({ id }) => id),
    column('STATE', ({ state }) => state),
    textColumn('TITLE', ({ title }) => title),
    column('SEEN', ({ seen_count }) => seen_count),
    column('MARK', ({ mark }) => mark),
    timeColumn('LAST SEEN', ({ last_seen_at }) => last_seen_at),
  ],
});

export const mark = defineProblemEdit({
  summary: 'Mark a problem as known, flaky or a fault of the infrastructure',
  examples: ['slipway problem mark 12 flaky', 'slipway problem mark 12 none'],
  arguments: { mark: { description: 'what kind of failure it is', choices: [...PROBLEM_MARKS, 'none'] } },
  edit: ({ mark }) => ({ mark: mark === 'none' ? null : (mark as ProblemMark) }),
  describe: ({ id, mark }) => (mark === null ? `Problem ${id} has no mark.` : `Marked problem ${id} as ${mark}.`),
});

export const reopen = defineProblemEdit({
  summary: 'Reopen a resolved or ignored problem',
  examples: ['slipway problem reopen 12'],
  edit: () => ({ state: 'open' }),
  describe: ({ id }) => `Reopened problem ${id}.`,
});

export const resolve = defineProblemEdit({
  summary: 'Resolve a problem',
  examples: ['slipway problem resolve 12', 'slipway problem resolve 12 --note "Fixed in CL 48320."'],
  edit: () => ({ state: 'resolved' }),
  describe: ({ id }) => `Resolved problem ${id}. It opens again if it comes back.`,
});

function readEnd(written: string): Date {
  const time = readTimestamp(written);
  if (time !== null) return time;
  throw new CliError(`"${written}" is not a time.`, {
    hint: `Expected: 2026-12-01, 2026-12-01T09:00 or ${NEXT_CHANGE}.`,
  });
}

export const snooze = defineProblemEdit({
  summary: 'Snooze a problem, so that it sends no messages for a while',
  examples: [
    'slipway problem snooze 12 2026-12-01',
    'slipway problem snooze 12 next-change --note "Waits for the new SDK."',
  ],
  arguments: {
    until: { description: 'a date or time, or next-change: until it fails on a newer revision, at most 90 days' },
  },
  edit: ({ until = '' }) =>
    until === NEXT_CHANGE ? { snooze_ends: 'next_change' } : { snoozed_until: readEnd(until) },
  describe: ({ id, waits_for }) =>
    `Problem ${id}: ${waits_for?.sentence ?? ''} \`slipway problem wake ${id}\` ends this.`,
});

export const take = defineProblemEdit({
  summary: 'Take a problem, so that others know that you take care of it',
  examples: ['slipway problem take 12'],
  edit: async (_words, context) => ({ assignee_user_id: await readUser('me', context) }),
  describe: ({ id }) => `You have taken problem ${id}.`,
});

export const wake = defineProblemEdit({
  summary: 'End the snooze of a problem',
  examples: ['slipway problem wake 12'],
  edit: () => ({ snoozed_until: null }),
  describe: ({ id }) => `Problem ${id} is not snoozed.`,
});

const nameOf = (change: ProblemChange | null) => change?.display_identifier ?? null;

export const view = defineView(getProblem, {
  summary: 'Show a cause of failed builds, with the builds it made fail',
  examples: ['slipway problem view 12', 'slipway problem view 12 --json build_runs --jq ".build_runs[].id"'],
  page: '/projects/$projectId/problems/$problemId',
  view: (problem) => ({
    title: problem.title,
    details: [
      { label: 'id', value: problem.id },
      { label: 'state', value: problem.state, as: 'status' },
      { label: 'attention', value: problem.waits_for?.sentence ?? null },
      { label: 'mark', value: problem.mark },
      { label: 'category', value: problem.category },
      { label: 'file', value: problem.file },
      { label: 'test', value: problem.test },
      { label: 'test id', value: problem.test_id },
      { label: 'seen', value: problem.seen_count },
      { label: 'first seen', value: problem.first_seen_at, as: 'time' },
      { label: 'last seen', value: problem.last_seen_at, as: 'time' },
      { label: 'came back', value: problem.regressions === 0 ? null : problem.regressions },
      { label: 'jobs', value: problem.jobs.join(', ') },
      { label: 'branches', value: problem.branches.join(', ') },
      { label: 'suspected change', value: nameOf(problem.suspected_change) },
      { label: 'likely fix', value: nameOf(problem.likely_fix) },
      {
        label: 'assigned to',
        value: problem.assignee_user_id === null ? null : `user:${problem.assignee_user_id}`,
      },
      { label: 'task', value: problem.task_id },
    ],
    sections: [
      { heading: 'Message', lines: problem.message === '' ? [] : [problem.message] },
      {
        heading: 'Who should look',
        lines: problem.should_look.map(({ user_id: user, group, reasons }) =>
          [user === null ? group : `user:${user}`, ...reasons].join('  '),
        ),
      },
      { heading: 'Note', lines: problem.note === '' ? [] : [problem.note] },
      {
        heading: 'Builds',
        lines: problem.build_runs.map(({ id, status, ci_job_name, build_number, failed_at }) =>
          [id, failed_at, status, `${ci_job_name} #${build_number}`].join('  '),
        ),
      },
    ],
  }),
});
