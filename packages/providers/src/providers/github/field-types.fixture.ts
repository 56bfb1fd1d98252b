import type { FieldTypes } from '../../field-types.fixture.js';

export const fieldTypes: FieldTypes = {
  strict: [
    ...['deployment', 'issue_comment', 'issues', 'pull_request', 'release', 'workflow_run'].map(
      (event) => `${event} action`,
    ),
    ...[
      'check_run',
      'issue_comment',
      'issues',
      'pull_request',
      'push',
      'status',
      'workflow_job',
      'workflow_run',
    ].flatMap((event) => [`${event} repository`, `${event} repository.id`, `${event} repository.full_name`]),
    ...['ref', 'push before', 'push after', 'forced', 'deleted'],
    ...['commits', 'commits.*', 'commits.*.id', 'head_commit', 'head_commit.id'],
    ...['issue', 'issue.number', 'issue.state', 'issue.draft', 'issue.pull_request'],
    ...['pull_request', 'pull_request.number', 'pull_request.state', 'pull_request.draft'],
    ...['pull_request.merged', 'pull_request.merge_commit_sha'],
    ...['workflow_run', 'workflow_run.id', 'workflow_run.run_number', 'workflow_run.run_attempt'],
    ...['workflow_run.workflow_id', 'workflow_run workflow', 'workflow_run workflow.id'],
    ...['workflow_run.status', 'workflow_run.conclusion'],
    ...['workflow_job', 'workflow_job.run_id', 'workflow_job.run_attempt', 'workflow_job.name'],
    ...['workflow_job.status', 'workflow_job.conclusion'],
    ...['check_run', 'check_run.id', 'check_run.name', 'check_run.status', 'check_run.conclusion'],
    ...['sha', 'context', 'state'],
    ...['deployment', 'deployment.id', 'deployment.ref', 'deployment.environment'],
    ...['deployment.original_environment', 'deployment_status', 'deployment_status.state'],
    ...['release', 'release.id', 'release.draft'],
  ],
};
