import Type, { type Static } from 'typebox';
import { describeConsole, ROLES } from '../console-endpoint.js';
import { anyOf, orNull } from '../fields.js';
import { MISSING_FOR_ACCESS } from './sso.js';

/** An account as one of its members sees it. */
export const ConsoleAccount = Type.Object({
  id: Type.Integer(),
  prefixed_id: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  role: anyOf(ROLES),
  read_only_reason: orNull(anyOf(['trial_expired', 'demo'])),
});
export type ConsoleAccount = Static<typeof ConsoleAccount>;

/** An account that the person belongs to and cannot use, because it requires single sign-on of another domain. */
export const SuspendedAccount = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  missing: anyOf(MISSING_FOR_ACCESS),
});
export type SuspendedAccount = Static<typeof SuspendedAccount>;

/** How the last build of a project's main job ended, shown as the dot next to the project's name. */
export const HEALTHS = ['ok', 'bad', 'warn', 'active', 'idle'] as const;
export type Health = (typeof HEALTHS)[number];

/** A project in the sidebar. */
export const ConsoleProject = Type.Object({
  id: Type.Integer(),
  account_id: Type.Integer(),
  name: Type.String(),
  engine: Type.String(),
  state: anyOf(['active', 'paused', 'archived']),
  health: anyOf(HEALTHS),
  /** What the dot means, in words. */
  health_label: Type.String(),
});
export type ConsoleProject = Static<typeof ConsoleProject>;

/** The signed-in person, and what the frame of every page shows. */
export const ConsoleSession = Type.Object({
  user: Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() }),
  /** The time zone that the person chose; null if they have not, which means the one of their browser. */
  time_zone: orNull(Type.String()),
  /** The account that the frame shows. */
  account_id: Type.Integer(),
  accounts: Type.Array(ConsoleAccount),
  suspended_accounts: Type.Array(SuspendedAccount),
  projects: Type.Array(ConsoleProject),
  base_url: Type.String(),
  /** Whether owners can create further accounts here. */
  can_create_accounts: Type.Boolean(),
  /** How many days deliveries are kept. */
  delivery_retention_days: Type.Integer(),
  /** How many decisions on assets the account that the frame shows waits for; one for all assets of a change. */
  waiting_approvals: Type.Integer(),
});
export type ConsoleSession = Static<typeof ConsoleSession>;

export const getSession = describeConsole({
  name: 'getSession',
  method: 'GET',
  path: '/session',
  response: ConsoleSession,
});

export const switchAccount = describeConsole({
  name: 'switchAccount',
  method: 'POST',
  path: '/accounts/:account_id/switch',
});

export const endCurrentSession = describeConsole({
  name: 'endCurrentSession',
  method: 'POST',
  path: '/session/end',
});
