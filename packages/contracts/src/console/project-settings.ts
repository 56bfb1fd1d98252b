import Type, { type Static } from 'typebox';
import { describeBody, textField } from '../body.js';
import { choiceField, choicesField, flagField, integerField, nullableField, optional } from '../body-filters.js';
import { describeConsole } from '../console-endpoint.js';
import { anyOf, MaybeTimestamp, orNull, Timestamp } from '../fields.js';
import { previewHostsField } from '../preview-hosts-field.js';
import { ASSET_TYPES, AUTOMATIC_INVESTIGATIONS, BUILD_TYPES } from '../values.js';
import { Done } from './session.js';

const PROJECT_STATES = ['active', 'paused', 'archived'] as const;
const MAX_NAME = 100;
const MAX_JOB_NAME = 500;
/** The highest daily budget of automatic investigations. */
export const MAX_DAILY_CREDITS = 10_000;

/** A project in the list of an account's projects. */
export const ProjectSummary = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  engine: anyOf(BUILD_TYPES),
  state: anyOf(PROJECT_STATES),
  created_at: Timestamp,
  integrations: Type.Integer(),
  members: Type.Integer(),
  last_event_at: MaybeTimestamp,
});
export type ProjectSummary = Static<typeof ProjectSummary>;

export const listAccountProjects = describeConsole({
  name: 'listAccountProjects',
  method: 'GET',
  path: '/accounts/:account_id/projects',
  query: {},
  response: Type.Object({ projects: Type.Array(ProjectSummary) }),
});

export const createProject = describeConsole({
  name: 'createProject',
  method: 'POST',
  path: '/accounts/:account_id/projects',
  role: 'owner',
  writes: true,
  audit: 'project.create',
  query: {},
  body: describeBody(
    null,
    { name: textField({ min: 1, max: MAX_NAME }, true), engine: choiceField(BUILD_TYPES) },
    { name: 'Harbor', engine: 'unreal' },
  ),
  response: Type.Object({ id: Type.Integer() }),
  success: [201],
});

/** All of a project's settings. */
export const ProjectSettings = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  engine: anyOf(BUILD_TYPES),
  state: anyOf(PROJECT_STATES),
  created_at: Timestamp,
  /** Null if the job that recently ran most often counts as the main job. */
  main_job_name: orNull(Type.String()),
  /** The jobs that ran recently. */
  jobs: Type.Array(Type.String()),
  approval_asset_types: Type.Array(anyOf(ASSET_TYPES)),
  /** Whether the author of a change may not approve its assets. */
  no_self_approval: Type.Boolean(),
  /** Hosts from which browsers may load previews of assets. */
  preview_hosts: Type.Array(Type.String()),
  automatic_investigation: Type.Object({
    mode: anyOf(AUTOMATIC_INVESTIGATIONS),
    /** The most credits that automatic investigations may spend in a day, and what they have spent today. */
    daily_credits: Type.Integer(),
    spent_today: Type.Integer(),
  }),
  badge_url: Type.String(),
  /** The reader's own feed address; null until they create one. */
  feed_url: orNull(Type.String()),
});
export type ProjectSettings = Static<typeof ProjectSettings>;

export const getProjectSettings = describeConsole({
  name: 'getProjectSettings',
  method: 'GET',
  path: '/projects/:project_id/settings',
  query: {},
  response: ProjectSettings,
  containsSecret: true,
});

export const updateProject = describeConsole({
  name: 'updateProject',
  method: 'PATCH',
  path: '/projects/:project_id/settings',
  role: 'owner',
  writes: true,
  audit: 'project.update',
  query: {},
  body: describeBody(
    null,
    {
      name: textField({ min: 1, max: MAX_NAME }),
      engine: optional(choiceField(BUILD_TYPES)),
      main_job_name: nullableField(textField({ min: 1, max: MAX_JOB_NAME })),
      approval_asset_types: optional(choicesField(ASSET_TYPES)),
      no_self_approval: flagField(),
      preview_hosts: previewHostsField(),
      automatic_investigation: optional(choiceField(AUTOMATIC_INVESTIGATIONS)),
      automatic_daily_credits: integerField(0, MAX_DAILY_CREDITS),
    },
    { name: 'Harbor', approval_asset_types: ['texture', 'model'] },
  ),
  response: ProjectSettings,
  containsSecret: true,
});

export const setProjectState = describeConsole({
  name: 'setProjectState',
  method: 'POST',
  path: '/projects/:project_id/state',
  role: 'owner',
  writes: true,
  audit: 'project.set_state',
  query: {},
  body: describeBody(null, { state: choiceField(PROJECT_STATES) }, { state: 'paused' }),
  response: ProjectSettings,
  containsSecret: true,
});

export const deleteProject = describeConsole({
  name: 'deleteProject',
  method: 'POST',
  path: '/projects/:project_id/delete',
  role: 'owner',
  confirmed: true,
  writes: true,
  audit: 'project.delete',
  query: {},
  /** The project's name, typed to confirm. */
  body: describeBody(null, { name: textField({ max: MAX_NAME }, true) }, { name: 'Harbor' }),
  response: Done,
  deletes: true,
  errors: ['legal_hold'],
});

export const renewBadgeLink = describeConsole({
  name: 'renewBadgeLink',
  method: 'POST',
  path: '/projects/:project_id/badge_link',
  role: 'owner',
  writes: true,
  audit: 'project.renew_badge_link',
  query: {},
  response: ProjectSettings,
});

/** A feed address belongs to the person who creates it, and stops working when they leave the account. */
export const renewFeedLink = describeConsole({
  name: 'renewFeedLink',
  method: 'POST',
  path: '/projects/:project_id/feed_link',
  confirmed: true,
  audit: 'project.renew_feed_link',
  query: {},
  response: ProjectSettings,
  containsSecret: true,
});
