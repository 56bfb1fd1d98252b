/** Whether an address belongs to a domain, and not only to a subdomain of it. Both are in lowercase. */
export function isAddressIn(email: string, domain: string): boolean {
  return email.endsWith(`@${domain}`);
}

/** What decides whether a member can use an account that may require single sign-on. */
export interface SsoAccessFacts {
  readonly isRequired: boolean;
  /** The domain of the account's provider. */
  readonly domain: string;
  readonly email: string;
  /** Whether an owner allowed the address, although it is outside the domain. */
  readonly isAllowed: boolean;
  readonly hasSecondFactor: boolean;
}

/** What a member lacks to use an account that requires single sign-on. */
export type MissingForAccess = 'permission' | 'second_factor';

/**
 * What a member lacks to use an account; null if they can use it. Required single sign-on binds people with an address of
 * the domain when they sign in. Others sign in as they do everywhere, so the account takes them only if an owner allowed
 * their address, and with a second factor.
 */
export function missingForAccess(facts: SsoAccessFacts): MissingForAccess | null {
  if (!facts.isRequired || isAddressIn(facts.email, facts.domain)) return null;
  if (!facts.isAllowed) return 'permission';
  return facts.hasSecondFactor ? null : 'second_factor';
}
