import { NOTIFIED_PROBLEMS, type NotificationFilter } from '@slipway/contracts';

/** What the page calls the jobs that can be followed. */
export const JOB_WORDS = { main: 'Main job', all: 'All jobs', matching: 'Jobs by name' } as const;

/** What the page calls a failure, seen from its problem. */
export const PROBLEM_WORDS = {
  new: 'New problems',
  came_back: 'Problems that came back',
  known: 'Known problems',
} as const;

/** `Harbor-* · on main · new problems · shipping builds only`. */
export function filterWords(filter: NotificationFilter): string {
  const { jobs, job_patterns: names, branch_patterns: branches, problems, shipping_only: isShipping } = filter;
  const states = problems.map((state) => PROBLEM_WORDS[state].toLowerCase());
  return [
    jobs === 'matching' ? names.join(', ') : JOB_WORDS[jobs],
    branches.length > 0 && `on ${branches.join(', ')}`,
    problems.length < NOTIFIED_PROBLEMS.length && states.join(', '),
    isShipping && 'shipping builds only',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The patterns in a text, separated by commas. */
export const patternsIn = (text: string): string[] =>
  text.split(',').flatMap((pattern) => (pattern.trim() === '' ? [] : [pattern.trim()]));
