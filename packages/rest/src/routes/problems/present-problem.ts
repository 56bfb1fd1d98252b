import type { Problem, ProblemBuild, ProblemChange } from '@slipway/contracts';
import type { ProblemBuildRecord, ProblemRecord } from '@slipway/db';
import { pageAt, type Redactor, redactName, sanitizePath, sanitizeText } from '@slipway/domain';
import { presentTime } from '../../presenters/present-time.js';

const digitsOrNull = (id: number | null) => (id === null ? null : String(id));

/** The two changes that a problem names. */
function presentChanges(problem: ProblemRecord): Pick<Problem, 'suspected_change' | 'likely_fix'> {
  return {
    suspected_change: presentChange(
      problem.suspectId,
      problem.suspectIdentifier,
      problem.suspectDisplayIdentifier,
      problem.suspectAuthorId,
    ),
    likely_fix: presentChange(
      problem.fixId,
      problem.fixIdentifier,
      problem.fixDisplayIdentifier,
      problem.fixAuthorId,
    ),
  };
}

function presentChange(
  id: number | null,
  identifier: string | null,
  displayIdentifier: string | null,
  authorUserId: number | null,
): ProblemChange | null {
  if (id === null) return null;
  return {
    id,
    identifier: sanitizeText(identifier ?? ''),
    display_identifier: sanitizeText(displayIdentifier ?? ''),
    author_user_id: authorUserId,
  };
}

/** Presents a problem. Its title and message quote a log, which may contain email addresses and credentials. */
export function presentProblem(problem: ProblemRecord, redactor: Redactor, baseUrl: string): Problem {
  const { id, projectId } = problem;
  const quoted = (text: string) => sanitizeText(redactor.text(text));
  const quotedOrNull = (text: string | null) => (text === null ? null : quoted(text));
  return {
    id: String(id),
    project_id: String(projectId),
    title: quoted(problem.title),
    message: quoted(problem.message),
    category: problem.category,
    tool: problem.tool,
    file: problem.file === null ? null : sanitizePath(problem.file),
    symbol: quotedOrNull(problem.symbol),
    test: quotedOrNull(problem.test),
    state: problem.state,
    mark: problem.mark,
    seen_count: problem.seenCount,
    first_seen_at: presentTime(problem.firstSeenAt),
    last_seen_at: presentTime(problem.lastSeenAt),
    jobs: problem.jobs.map((job) => redactName(job, redactor)),
    branches: problem.branches.map((branch) => redactName(branch, redactor)),
    ...presentChanges(problem),
    assignee_user_id: problem.assigneeUserId,
    note: sanitizeText(problem.note),
    task_id: problem.taskId,
    regressions: problem.regressions,
    reopened_at: presentTime(problem.reopenedAt),
    resolved_at: presentTime(problem.resolvedAt),
    passes_since_last_failure: problem.passes,
    first_build_run_id: digitsOrNull(problem.firstBuildRunId),
    last_build_run_id: digitsOrNull(problem.lastBuildRunId),
    updated_at: presentTime(problem.updatedAt),
    urls: { web: baseUrl + pageAt('/projects/$projectId/problems/$problemId', { projectId, problemId: id }) },
  };
}

export function presentProblemBuild(build: ProblemBuildRecord, redactor: Redactor): ProblemBuild {
  return {
    id: String(build.id),
    status: build.status,
    ci_job_name: redactName(build.jobName, redactor),
    build_number: sanitizeText(build.buildNumber),
    branch: redactName(build.branch, redactor),
    commit_hash: sanitizeText(build.commitHash),
    changelist: sanitizeText(build.changelist),
    failed_at: presentTime(build.seenAt),
  };
}
