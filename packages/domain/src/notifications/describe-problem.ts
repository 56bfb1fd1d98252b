import { pageAt } from '../web/web-paths.js';
import { clean, type DescribeOptions, inline, type MessageFact, type NotificationContent } from './message.js';

/** A person or a group who should look at a failure. */
export interface BuildLook {
  readonly name: string;
  readonly userId: number | null;
  readonly groupId: number | null;
  readonly reason: string;
}

/** What a message says about a problem. */
export interface ProblemFacts {
  readonly id: number;
  readonly title: string;
  /** Null if it is not open. */
  readonly waitsFor: {
    readonly userId: number | null;
    readonly groupId: number | null;
    /** With the names of people. */
    readonly sentence: string;
  } | null;
  /** Who should look at it, if that is clear. */
  readonly look: BuildLook | null;
}

const MAX_TITLE = 300;
const MAX_SENTENCE = 300;

/** Whom a problem waits for, with a link to its page, where anybody can take it. */
export function waitingFact(
  projectId: number,
  { id: problemId, waitsFor }: ProblemFacts,
  baseUrl: string,
): MessageFact[] {
  if (waitsFor === null) return [];
  const url = baseUrl + pageAt('/projects/$projectId/problems/$problemId', { projectId, problemId });
  return [{ label: 'Problem', value: clean(waitsFor.sentence, MAX_SENTENCE), url }];
}

/** The ids behind `waitingFact`, for programs. */
export function waitingData({ id, waitsFor }: ProblemFacts) {
  return { id, waits_for: waitsFor && { user_id: waitsFor.userId, group_id: waitsFor.groupId } };
}

export interface SnoozeEndFacts {
  readonly project: { readonly id: number; readonly name: string };
  readonly problem: ProblemFacts;
  readonly jobs: readonly string[];
  /** The build that failed on a newer revision; null if the time has come. */
  readonly failed: { readonly jobName: string; readonly buildNumber: string } | null;
}

/** Tells whoever snoozed a problem, or took it, that it needs attention again. */
export function describeSnoozeEnd(
  { project, problem, jobs, failed }: SnoozeEndFacts,
  { baseUrl, people }: DescribeOptions,
): NotificationContent {
  const [job] = jobs;
  const url =
    baseUrl + pageAt('/projects/$projectId/problems/$problemId', { projectId: project.id, problemId: problem.id });
  const reason =
    failed === null
      ? 'Its time is over.'
      : `${clean(failed.jobName, 120)} #${clean(failed.buildNumber, 60)} failed on a newer revision.`;
  const title = clean(problem.title, MAX_TITLE);
  return {
    type: 'problem.snooze_ended',
    message: {
      tone: 'neutral',
      title: `A snoozed problem${job === undefined ? '' : ` of ${clean(job, 120)}`} needs attention again`,
      text: `${reason} The problem: ${title}`,
      quote: null,
      facts: waitingFact(project.id, problem, baseUrl),
      link: { label: 'Open the problem', url },
      source: inline(project.name),
    },
    data: {
      project_id: project.id,
      problem: waitingData(problem),
      // The build whose log is purged takes this with it.
      cause: { title: clean(problem.title, MAX_TITLE, people) },
    },
  };
}
