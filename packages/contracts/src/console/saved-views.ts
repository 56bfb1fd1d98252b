import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { choiceField, flagField, textField } from '../body-fields.js';
import { codec } from '../codec.js';
import { describeConsole } from '../console-endpoint.js';
import { anyOf } from '../fields.js';

/** The lists of a project whose filters can be saved. */
const PROJECT_LISTS = [
  'builds',
  'tests',
  'changes',
  'tasks',
  'assets',
  'deployments',
  'references',
  'deliveries',
] as const;
/** The lists across all projects of an account whose filters can be saved. */
const ACCOUNT_LISTS = ['approvals', 'feed', 'deliveries'] as const;
const SAVED_LISTS = [...PROJECT_LISTS, 'approvals', 'feed'] as const;

export type SavedProjectList = (typeof PROJECT_LISTS)[number];
export type SavedAccountList = (typeof ACCOUNT_LISTS)[number];
export type SavedList = (typeof SAVED_LISTS)[number];

const MAX_NAME = 60;
const MAX_FILTERS = 20;
const MAX_FILTER_NAME = 40;
const MAX_FILTER_VALUE = 500;

/** The filters of a list, as they are in the address of its page. */
const ViewFilters = Type.Record(Type.String(), Type.String());

/** The filters of a list with a name. */
export const SavedView = Type.Object({
  id: Type.Integer(),
  list: anyOf(SAVED_LISTS),
  name: Type.String(),
  filters: ViewFilters,
  /** Whether everyone who can open the list sees it. */
  is_shared: Type.Boolean(),
  /** Whether the reader saved it, and so may change it. */
  is_own: Type.Boolean(),
  /** Who saved it; empty once they have left the account. */
  saved_by: Type.String(),
  can_delete: Type.Boolean(),
});
export type SavedView = Static<typeof SavedView>;

const SavedViews = Type.Object({ views: Type.Array(SavedView) });

export const listSavedViews = describeConsole({
  name: 'listSavedViews',
  method: 'GET',
  path: '/projects/:project_id/views',
  response: SavedViews,
});

export const listAccountViews = describeConsole({
  name: 'listAccountViews',
  method: 'GET',
  path: '/accounts/:account_id/views',
  response: SavedViews,
});

function isFilter([name, value]: readonly [string, unknown]): boolean {
  if (typeof value !== 'string' || name.length > MAX_FILTER_NAME || value.length > MAX_FILTER_VALUE) return false;
  return /^[a-z_]+$/.test(name) && value !== '' && value.isWellFormed() && !/\p{Cc}/u.test(value);
}

const filtersField = codec(ViewFilters, `must have 1 to ${MAX_FILTERS} filters with text values`, (value) => {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const isValid = entries.length > 0 && entries.length <= MAX_FILTERS && entries.every(isFilter);
  return isValid ? (Object.fromEntries(entries) as Readonly<Record<string, string>>) : undefined;
});

const viewFields = {
  name: required(textField({ min: 1, max: MAX_NAME })),
  filters: required(filtersField),
  is_shared: flagField(),
};

const change = { writes: true, query: {}, response: SavedViews } as const;

export const saveView = describeConsole({
  ...change,
  name: 'saveView',
  method: 'POST',
  path: '/projects/:project_id/views',
  body: describeBody(
    null,
    { list: required(choiceField(PROJECT_LISTS)), ...viewFields },
    { list: 'builds', name: 'Broken on main', filters: { status: 'failed', branch: 'main' } },
  ),
  success: [201],
});

export const saveAccountView = describeConsole({
  ...change,
  name: 'saveAccountView',
  method: 'POST',
  path: '/accounts/:account_id/views',
  body: describeBody(
    null,
    { list: required(choiceField(ACCOUNT_LISTS)), ...viewFields },
    { list: 'approvals', name: 'Textures', filters: { asset_type: 'texture' } },
  ),
  success: [201],
});

const edit = {
  ...change,
  body: describeBody(
    null,
    { name: textField({ min: 1, max: MAX_NAME }), filters: filtersField, is_shared: flagField() },
    { is_shared: true },
  ),
} as const;

export const updateView = describeConsole({
  ...edit,
  name: 'updateView',
  method: 'PATCH',
  path: '/projects/:project_id/views/:view_id',
});

export const updateAccountView = describeConsole({
  ...edit,
  name: 'updateAccountView',
  method: 'PATCH',
  path: '/accounts/:account_id/views/:view_id',
});

export const deleteView = describeConsole({
  ...change,
  name: 'deleteView',
  method: 'DELETE',
  path: '/projects/:project_id/views/:view_id',
});

export const deleteAccountView = describeConsole({
  ...change,
  name: 'deleteAccountView',
  method: 'DELETE',
  path: '/accounts/:account_id/views/:view_id',
});
