import Type from 'typebox';
import { type EndpointContract, NO_QUERY } from './endpoint.js';

/** A person's role in an account. Owners change settings; members do the rest. */
export const ROLES = ['owner', 'member'] as const;
export type Role = (typeof ROLES)[number];

/**
 * An endpoint below `/console/api` that the console's pages call with the signed-in person's session. It is not part of
 * the public API and may change with the pages.
 *
 * A path with `:project_id` or `:account_id` returns 404 to everyone outside the account.
 */
export interface ConsoleContract extends EndpointContract {
  /** Refused with `owner_required` for members of the account. */
  readonly role?: 'owner';
  /**
   * Refused with `confirmation_required` unless the person proved in the last ten minutes who they are, by signing in or
   * by confirming again. Set for what a stolen session must not be enough for.
   */
  readonly confirmed?: true;
  /** Refused with `legal_hold` while the project, or anything that the account's deletion would delete, is held. */
  readonly deletes?: true;
  /** Its name in the audit log, for example `integration.rotate_token`. Every settings change has one. */
  readonly audit?: string;
}

const PAGES = {
  group: { name: 'Console', description: 'The endpoints that the console pages call.' },
  scope: 'any_token',
  summary: '',
} as const;

/** The response of an endpoint with nothing to return. */
export const Done = Type.Object({ status: Type.Literal('ok') });

const DEFAULTS = { ...NO_QUERY, response: Done };

type Described = Omit<ConsoleContract, keyof typeof PAGES | keyof typeof DEFAULTS> &
  Partial<Pick<ConsoleContract, keyof typeof DEFAULTS>>;

/** Declares an endpoint. Without a query it takes none, and without a response it has nothing to return. */
export function describeConsole<const C extends Described>(
  contract: C,
): Omit<typeof DEFAULTS, keyof C> & C & typeof PAGES {
  return { ...DEFAULTS, ...contract, ...PAGES };
}
