import { getProblem, type ProblemChange } from '@slipway/contracts';
import { defineView } from '../../resources/define-view.js';

const nameOf = (change: ProblemChange | null) => change?.display_identifier ?? null;

export const command = defineView(getProblem, {
  summary: 'Show a cause of failed builds, with the builds it made fail',
  examples: ['slipway problem view 12', 'slipway problem view 12 --json build_runs --jq ".build_runs[].id"'],
  page: '/projects/$projectId/problems/$problemId',
  view: (problem) => ({
    title: problem.title,
    details: [
      { label: 'id', value: problem.id },
      { label: 'state', value: problem.state, as: 'status' },
      { label: 'mark', value: problem.mark },
      { label: 'category', value: problem.category },
      { label: 'file', value: problem.file },
      { label: 'test', value: problem.test },
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
