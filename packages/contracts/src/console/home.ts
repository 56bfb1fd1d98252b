import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { Change } from '../endpoints/changes.js';
import { Rollup } from '../endpoints/feed.js';
import { Task } from '../endpoints/tasks.js';
import { anyOf, orNull, Timestamp } from '../fields.js';
import { ASSET_TYPES, INVESTIGATION_STATUSES, PLATFORMS } from '../values.js';
import { CAUSE_STATES, StripPoint } from './builds.js';

/** Why a project's main job is failing. */
export const BrokenJob = Type.Object({
  /** The first build that failed after the job last passed. */
  since: StripPoint,
  /** The latest build that failed. */
  latest: StripPoint,
  failures: Type.Integer(),
  /** None of the builds searched passed, so the job may have been broken for longer. */
  is_open_ended: Type.Boolean(),
  change: orNull(Type.Pick(Change, ['id', 'display_identifier', 'description', 'author'])),
  investigation: orNull(anyOf(INVESTIGATION_STATUSES)),
  /** The error of the latest build in one line. */
  error: orNull(Type.String()),
  /** Null unless the latest build has been diagnosed or investigated. */
  cause_state: orNull(anyOf(CAUSE_STATES)),
  /** The person to whom the investigation attributes the failure. */
  attributed_to: orNull(Type.String()),
  /** Whom or what the problem of the latest build waits for, in a sentence; null if there is no open one. */
  waits_for: orNull(Type.String()),
  is_snoozed: Type.Boolean(),
});
export type BrokenJob = Static<typeof BrokenJob>;

/** A project on Home, with the state of its main job. */
export const HomeProject = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  state: anyOf(['active', 'paused']),
  job: orNull(Type.String()),
  builds: Type.Array(StripPoint),
  broken: orNull(BrokenJob),
});
export type HomeProject = Static<typeof HomeProject>;

export const HomeApproval = Type.Object({
  id: Type.String(),
  project_id: Type.Integer(),
  asset_id: Type.String(),
  asset_name: Type.String(),
  asset_type: anyOf(ASSET_TYPES),
  commit_sha: Type.String(),
  /** How many more assets of the same change wait for the same decision. */
  others: Type.Integer(),
  stage: Type.String(),
  created_at: Timestamp,
});
export type HomeApproval = Static<typeof HomeApproval>;

export const HomeDeployment = Type.Object({
  id: Type.String(),
  project_id: Type.Integer(),
  platform: anyOf(PLATFORMS),
  version: Type.String(),
  build_number: Type.String(),
  /** When it was first reported. */
  created_at: Timestamp,
});
export type HomeDeployment = Static<typeof HomeDeployment>;

/** What needs attention in an account. */
export const Home = Type.Object({
  projects: Type.Array(HomeProject),
  /** Newest first. */
  approvals: Type.Array(HomeApproval),
  waiting_approvals: Type.Integer(),
  /** Newest first. */
  in_review: Type.Array(HomeDeployment),
  /** Deliveries in the last 24 hours that had no effect, by project; counts stop at 1,000. */
  deliveries: Type.Array(
    Type.Object({ project_id: Type.Integer(), outcome: anyOf(['rejected', 'dead']), count: Type.Integer() }),
  ),
  rollup: Rollup,
});
export type Home = Static<typeof Home>;

export const getHome = describeConsole({
  name: 'getHome',
  method: 'GET',
  path: '/accounts/:account_id/home',
  response: Home,
});

/** The signed-in person's own work in an account. */
export const MyWork = Type.Object({
  /** Open tasks assigned to them, newest first. */
  tasks: Type.Array(Type.Pick(Task, ['id', 'project_id', 'title', 'state', 'priority', 'created_at'])),
  task_count: Type.Integer(),
  /** What waits for a decision in the projects of which they are a member, except for their own changes. */
  approvals: Type.Array(HomeApproval),
  /** The newest builds of their changes. */
  builds: Type.Array(
    Type.Object({
      ...StripPoint.properties,
      project_id: Type.Integer(),
      job: Type.String(),
      change: Type.Pick(Change, ['id', 'display_identifier']),
    }),
  ),
});
export type MyWork = Static<typeof MyWork>;

export const getMyWork = describeConsole({
  name: 'getMyWork',
  method: 'GET',
  path: '/accounts/:account_id/my_work',
  response: MyWork,
});
