import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import type { Codec } from '../codec.js';
import { describeConsole } from '../console-endpoint.js';
import { anyOf } from '../fields.js';
import { NOTIFIED_JOBS, NOTIFIED_PROBLEMS } from '../notifications.js';
import { PATTERNS_FLAW, Patterns, readPatterns } from '../patterns-field.js';

/** The builds that a channel, or a person, gets messages about. In a pattern, `*` stands for any characters. */
export const NotificationFilter = Type.Object({
  jobs: anyOf(NOTIFIED_JOBS),
  /** The jobs, if `jobs` is `matching`. */
  job_patterns: Patterns,
  /** Empty for every branch. */
  branch_patterns: Patterns,
  /** A failure without a known problem counts as new. An ignored problem is in none of these states. */
  problems: Type.Array(anyOf(NOTIFIED_PROBLEMS), { minItems: 1 }),
  shipping_only: Type.Boolean(),
});
export type NotificationFilter = Static<typeof NotificationFilter>;

/** Which builds to get messages about. */
export function filterField(): Codec<NotificationFilter> {
  return {
    schema: NotificationFilter,
    read(value) {
      const filter = readFilter((value ?? {}) as Readonly<Record<keyof NotificationFilter, unknown>>);
      return typeof filter === 'string' ? { flaw: filter } : { value: filter };
    },
  };
}

/** The filter, or what is wrong with it. */
function readFilter(sent: Readonly<Record<keyof NotificationFilter, unknown>>): NotificationFilter | string {
  const { jobs, shipping_only } = sent;
  const [jobPatterns, branchPatterns] = [readPatterns(sent.job_patterns), readPatterns(sent.branch_patterns)];
  const problems = NOTIFIED_PROBLEMS.filter(
    (state) => Array.isArray(sent.problems) && sent.problems.includes(state),
  );
  if (!isOneOf(NOTIFIED_JOBS, jobs)) return `must have jobs that are one of ${NOTIFIED_JOBS.join(', ')}`;
  if (jobPatterns === null || branchPatterns === null) return `must have ${PATTERNS_FLAW}`;
  if (jobs === 'matching' && jobPatterns.length === 0) return 'must name a job, such as Harbor-*';
  if (problems.length === 0) return `must have problems that are some of ${NOTIFIED_PROBLEMS.join(', ')}`;
  if (typeof shipping_only !== 'boolean') return 'must have shipping_only that is true or false';
  const job_patterns = jobs === 'matching' ? jobPatterns : [];
  return { jobs, job_patterns, branch_patterns: branchPatterns, problems, shipping_only };
}

const isOneOf = <V extends string>(values: readonly V[], value: unknown): value is V =>
  values.some((each) => each === value);

/** Finds the failed builds of the last seven days that a filter would have sent messages about. Stores nothing. */
export const previewNotificationFilter = describeConsole({
  name: 'previewNotificationFilter',
  method: 'POST',
  path: '/projects/:project_id/notification_filter_preview',
  body: describeBody(
    null,
    { builds: required(filterField()) },
    {
      builds: {
        jobs: 'matching',
        job_patterns: ['Harbor-*'],
        branch_patterns: ['main'],
        problems: ['new', 'came_back'],
        shipping_only: false,
      },
    },
  ),
  /** `failed_builds` counts up to 1,000. */
  response: Type.Object({ failed_builds: Type.Integer(), job_names: Type.Array(Type.String()) }),
});
