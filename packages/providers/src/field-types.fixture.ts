/** How the fields of a provider's payloads react to a wrong type. `*` stands for any position in a list. */
interface FieldTypes {
  /** Fields that identify the object or decide its state; some only in the event that precedes them. */
  readonly strict: readonly string[];
  /** Fields that take several types. */
  readonly free?: readonly string[];
  /** Details whose absence clears the assignee or the state, which a wrong type does not. */
  readonly clearing?: readonly string[];
}

/** Fields that are not listed are details. A provider that is not listed gets a weaker test. */
export const FIELD_TYPES: Readonly<Record<string, FieldTypes>> = {
  asana: {
    strict: [
      ...['events', 'events.*', 'events.*.action'],
      ...['events.*.resource', 'events.*.resource.gid', 'events.*.resource.resource_type'],
    ],
    clearing: ['events.*.change.new_value'],
  },
  buildkite: {
    strict: [
      ...['build.running event', 'build', 'build.number', 'build.state', 'build.blocked'],
      ...['pipeline', 'pipeline.slug'],
      ...['job', 'job.name', 'job.step_key', 'job.parallel_group_index', 'job.parallel_group_total'],
      ...['job.state', 'job.exit_status'],
    ],
  },
  deployment: {
    strict: ['platform', 'event', 'build_number', 'branch', 'steam_app_id', 'external_id'],
    free: ['metadata.depots', 'metadata.depots.*'],
  },
  diversion: {
    strict: [
      ...['event', 'event_type', 'type'],
      ...['commit_id', 'commit', 'commit.commit_id'],
      ...['data', 'data.commit_id', 'data.commit', 'data.commit.commit_id'],
      ...['repo_id', 'repository.id', 'data.repo.repo_id'],
    ],
    free: ['repository', 'data.repository', 'data.repo', 'author', 'commit.author', 'data.author'],
  },
  game_engine: {
    strict: [
      ...['build_number', 'build_id', 'job_name', 'changelist'],
      ...['path', 'content_hash', 'assets', 'assets.*', 'assets.*.path', 'assets.*.content_hash'],
    ],
  },
  github: {
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
  },
  jenkins: {
    strict: [
      ...['job_name', 'build_number', 'status', 'changelist', 'commit_trigger commit'],
      ...['name', 'url', 'build.number', 'build.phase', 'build.status'],
    ],
    // A body whose `build` is no object is read as a flat report, and refused for the fields that it lacks.
    free: ['build'],
  },
  jira: {
    strict: [
      ...['webhookEvent', 'id', 'key', 'fields', 'fields.status.name'],
      ...['issue', 'issue.id', 'issue.key', 'issue.fields', 'issue.fields.status.name'],
    ],
    free: ['fields.status', 'issue.fields.status'],
  },
  linear: {
    strict: [
      ...['action', 'data', 'data.id', 'data.identifier', 'data.number', 'data.team', 'data.team.key'],
      ...['data.state', 'data.state.name', 'data.archivedAt', 'data.trashed'],
    ],
    free: ['updatedFrom.archivedAt', 'updatedFrom.assigneeId'],
  },
  lore: {
    strict: ['tagName', 'revision', 'repository', 'data', 'data.revision'],
    free: ['author'],
  },
  monday: {
    strict: [
      ...['event', 'event.type', 'event.pulseId', 'event.itemId'],
      ...['event.columnId', 'event.columnType', 'event.columnTitle'],
      ...['data', 'data.event', 'data.event.type', 'data.event.pulseId'],
    ],
    clearing: [
      ...['event.value', 'event.value.label', 'event.value.label.text'],
      ...['event.value.personsAndTeams', 'event.value.personsAndTeams.*', 'event.value.personsAndTeams.*.id'],
    ],
  },
  perforce: {
    strict: ['changelist', 'change', 'status'],
    free: ['describe'],
  },
  trello: {
    strict: [
      ...['action', 'action.type', 'action.data', 'action.data.card', 'action.data.card.id'],
      ...['action.data.card.shortLink', 'action.data.card.closed', 'action.data.old', 'action.data.old.closed'],
      ...['action.data.list', 'action.data.list.name', 'action.data.listAfter', 'action.data.listAfter.name'],
    ],
  },
};
