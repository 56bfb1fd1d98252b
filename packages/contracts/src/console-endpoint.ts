import type { EndpointContract } from './endpoint.js';

/** What somebody is in an account. Owners change settings; members do the rest. */
export const ROLES = ['owner', 'member'] as const;
export type Role = (typeof ROLES)[number];

/**
 * An endpoint that the pages of the console call with the session of the person who is signed in, below `/console/api`.
 * It is not part of the public API and may change with the pages.
 *
 * A path with `:project_id` or `:account_id` is 404 for everybody outside the account.
 */
export interface ConsoleContract extends EndpointContract {
  /** Refused with `owner_required` to members of the account. */
  readonly role?: 'owner';
  /** What the audit log calls it, for example `integration.rotate_token`. Every change of settings has one. */
  readonly audit?: string;
}

const PAGES = {
  group: { name: 'Console', description: 'The endpoints that the console pages call.' },
  scope: 'any_token',
  summary: '',
} as const;

/** Declares an endpoint of the console. */
export function describeConsole<const C extends Omit<ConsoleContract, keyof typeof PAGES>>(
  contract: C,
): C & typeof PAGES {
  return { ...contract, ...PAGES };
}
