/**
 * The filters of lists. Pages of the console read them from their address, so they are apart from the schemas of the
 * responses, which browsers do not load.
 */
import { assigneeParameter } from './assignee.js';
import { choiceField } from './body-fields.js';
import { eventTypesParameter } from './feed-parameters.js';
import {
  flagParameter,
  idParameter,
  oneOf,
  type Parameter,
  someOf,
  textParameter,
  timeParameter,
} from './parameters.js';
import {
  ASSET_APPROVAL_STATUSES,
  ASSET_TYPES,
  BUILD_STATUSES,
  BUILD_TYPES,
  DELIVERY_OUTCOMES,
  DEPLOYMENT_STATUSES,
  PLATFORMS,
  PRIORITIES,
  PROBLEM_STATES,
  SOURCE_TYPES,
  TASK_STATES,
  TASK_TYPES,
  TEST_SORTS,
  TEST_VERDICTS,
  type TestSort,
  type TestVerdict,
} from './values.js';

export const BUILD_FILTERS = {
  q: textParameter('A build number, changelist or commit hash, or words of the error.'),
  status: oneOf('status', BUILD_STATUSES, 'Only builds in this status.'),
  build_type: oneOf('build_type', BUILD_TYPES, 'Only builds of this engine.'),
  job: textParameter('Only builds of the job with this name.'),
  branch: textParameter('Only builds of this branch.'),
  finished_from: timeParameter('Only builds that finished at or after this time.'),
  finished_to: timeParameter('Only builds that finished before this time.'),
} as const;

export const CHANGE_FILTERS = {
  q: textParameter('Words of the message, or the start of a SHA or changelist number.'),
  author: textParameter('Only changes of the author with this name.'),
  source_type: oneOf('source_type', SOURCE_TYPES, 'Only changes of this source.'),
  orphaned: flagParameter('Include changes that a forced push removed from their branch.'),
} as const;

export const TASK_FILTERS = {
  state: someOf('state', TASK_STATES, 'Only tasks in these states.'),
  task_type: oneOf('task_type', TASK_TYPES, 'Only tasks of this type.'),
  priority: oneOf('priority', PRIORITIES, 'Only tasks of this priority.'),
  assignee: assigneeParameter(),
  label: textParameter('Only tasks with exactly this label.'),
} as const;

export const ASSET_FILTERS = {
  q: textParameter('Words that the path contains.'),
  asset_type: oneOf('asset_type', ASSET_TYPES, 'Only assets of this type.'),
  status: oneOf('status', ASSET_APPROVAL_STATUSES, 'Only assets with this approval status.'),
} as const;

export const REFERENCE_FILTERS = {
  q: textParameter('Text that the key or the title contains.'),
  provider: textParameter('Only items of this tracker.'),
  state: textParameter("Only items in this state, in the tracker's own words."),
} as const;

export const DEPLOYMENT_FILTERS = {
  platform: oneOf('platform', PLATFORMS, 'Only deployments to this platform.'),
  status: oneOf('status', DEPLOYMENT_STATUSES, 'Only deployments in this status.'),
} as const;

export const PROBLEM_FILTERS = {
  state: oneOf('state', PROBLEM_STATES, 'Only problems in this state.'),
} as const;

const verdict: Parameter<TestVerdict> = {
  ...choiceField(TEST_VERDICTS),
  description: 'Only tests with this verdict. Of several variants, the most important verdict is the test’s.',
};
const sort: Parameter<TestSort> = {
  ...choiceField(TEST_SORTS),
  description:
    'What comes first; without it, tests are listed as they were first reported. `newest_failure` lists tests that ' +
    'never failed last. `flakiest` lists only tests that are or were flaky, `slowest` only those of the newest runs.',
};

export const TEST_FILTERS = {
  q: textParameter('Only tests whose path or name contains this text, in any case.'),
  suite: textParameter('Only tests of this suite.'),
  variant: textParameter(
    'Only tests of this variant, such as `PS5, Shipping`, with their verdicts and runs there.',
  ),
  verdict,
  muted: flagParameter('Only tests that are muted, or only those that are not.'),
  owner_user_id: idParameter('Only muted tests that this user is to mend.'),
  sort,
} as const;

export const DELIVERY_FILTERS = {
  project_id: idParameter('Only deliveries of this project.'),
  provider: textParameter('Only deliveries of this tool.'),
  integration_id: idParameter('Only deliveries of the integration with this id.'),
  event: textParameter('Only deliveries of exactly this event.'),
  outcome: someOf('outcome', DELIVERY_OUTCOMES, 'Only deliveries with these outcomes.'),
  since: timeParameter('Only deliveries received at or after this time.'),
  until: timeParameter('Only deliveries received before this time.'),
} as const;

export const FEED_FILTERS = {
  event_types: eventTypesParameter('event_types', 'event_type'),
  project_id: idParameter('Only events of this project.'),
  actor: textParameter('Only events of this actor, as `actor` shows it.'),
} as const;

export const REVIEW_FILTERS = {
  decided: flagParameter('Recent decisions instead of pending requests.'),
  project_id: idParameter('Only approvals of this project.'),
  asset_type: oneOf('asset_type', ASSET_TYPES, 'Only assets of this type.'),
  q: textParameter('Words that the asset path contains.'),
  commit_sha: textParameter('Only approvals that this change requested.'),
  mine: flagParameter('Only assets that a group of yours reviews.'),
  grouped: flagParameter('Leave out the approvals that listReviewGroups counts.'),
} as const;

/** The filters of the audit log, in the API and in the console. */
export const AUDIT_FILTERS = {
  user_id: idParameter('Only what this user did.'),
  action: textParameter('Only this action, or a group of actions such as `token`.'),
  project_id: idParameter('Only entries about this project.'),
  since: timeParameter('Only entries from this time on.'),
  until: timeParameter('Only entries before this time.'),
} as const;
