import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { choiceField, choicesField, flagField, integerField, nullableField, textField } from '../body-fields.js';
import { type CodecValue, schemasOf } from '../codec.js';
import { describeConsole } from '../console-endpoint.js';
import { anyOf, MaybeTimestamp, orNull, Timestamp } from '../fields.js';
import { patternsField } from '../patterns-field.js';
import { previewHostsField } from '../preview-hosts-field.js';
import { ASSET_TYPES, AUTOMATIC_INVESTIGATIONS, BUILD_TYPES } from '../values.js';

const PROJECT_STATES = ['active', 'paused', 'archived'] as const;
const MAX_NAME = 100;
const MAX_JOB_NAME = 500;
/** The highest daily budget of automatic investigations. */
export const MAX_DAILY_CREDITS = 10_000;
export const MAX_FLAKY_FAILURES = 10_000;
export const MAX_CULPRIT_RUNS = 10_000;

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
  response: Type.Object({ projects: Type.Array(ProjectSummary) }),
});

export const createProject = describeConsole({
  name: 'createProject',
  method: 'POST',
  path: '/accounts/:account_id/projects',
  role: 'owner',
  writes: true,
  audit: 'project.create',
  body: describeBody(
    null,
    { name: required(textField({ min: 1, max: MAX_NAME })), engine: required(choiceField(BUILD_TYPES)) },
    { name: 'Harbor', engine: 'unreal' },
  ),
  response: Type.Object({ id: Type.Integer() }),
  success: [201],
});

/** What owners set for a project. A setting has the column of its name. */
export const projectSettings = {
  name: textField({ min: 1, max: MAX_NAME }),
  engine: choiceField(BUILD_TYPES),
  /** Null if the job that recently ran most often counts as the main job. */
  main_job_name: nullableField(textField({ min: 1, max: MAX_JOB_NAME })),
  /** The types of assets whose changes wait for approval. */
  approval_asset_types: choicesField(ASSET_TYPES),
  /** Whether the author of a change may not approve its assets. */
  no_self_approval: flagField(),
  /** Hosts from which browsers may load previews of assets. */
  preview_hosts: previewHostsField(),
  automatic_investigation: choiceField(AUTOMATIC_INVESTIGATIONS),
  /** The most credits that automatic investigations may spend in a day. */
  automatic_daily_credits: integerField(0, MAX_DAILY_CREDITS),
  /** The most runs that searches for culprits may request in a day; 0 turns requests off. */
  culprit_runs_per_day: integerField(0, MAX_CULPRIT_RUNS),
  /** The most failures of flaky tests with which a build passes its test gate. */
  max_flaky_failures: integerField(0, MAX_FLAKY_FAILURES),
  /** Branches on which mutes of tests do not count. */
  unmuted_branches: patternsField(),
} as const;

export type ProjectSetting = keyof typeof projectSettings;

/** A project's settings by the names of their columns. */
export type SettingColumns = {
  readonly [K in ProjectSetting as CamelCase<K>]: CodecValue<(typeof projectSettings)[K]>;
};

/** The name of a column or record field: `build_url` is stored as `buildUrl`. */
export type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name;

export const settingColumns = Object.fromEntries(
  Object.keys(projectSettings).map((name) => [name, name.replace(/_(.)/g, (_, letter) => letter.toUpperCase())]),
) as { readonly [K in ProjectSetting]: CamelCase<K> };

export const ProjectSettings = Type.Object({
  ...schemasOf(projectSettings),
  id: Type.Integer(),
  state: anyOf(PROJECT_STATES),
  created_at: Timestamp,
  jobs: Type.Array(Type.String()),
  automatic_credits_spent_today: Type.Integer(),
  badge_url: Type.String(),
  /** The reader's own feed address; null until they create one. */
  feed_url: orNull(Type.String()),
});
export type ProjectSettings = Static<typeof ProjectSettings>;

export const getProjectSettings = describeConsole({
  name: 'getProjectSettings',
  method: 'GET',
  path: '/projects/:project_id/settings',
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
  body: describeBody(null, projectSettings, { name: 'Harbor', approval_asset_types: ['texture', 'model'] }),
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
  body: describeBody(null, { state: required(choiceField(PROJECT_STATES)) }, { state: 'paused' }),
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
  /** The project's name, typed to confirm. */
  body: describeBody(null, { name: required(textField({ max: MAX_NAME })) }, { name: 'Harbor' }),
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
  response: ProjectSettings,
});

/** A feed address belongs to the person who creates it, and stops working when they leave the account. */
export const renewFeedLink = describeConsole({
  name: 'renewFeedLink',
  method: 'POST',
  path: '/projects/:project_id/feed_link',
  confirmed: true,
  audit: 'project.renew_feed_link',
  response: ProjectSettings,
  containsSecret: true,
});
