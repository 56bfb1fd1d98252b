import type { SsoSettings } from '@slipway/contracts';
import type { MembershipRecord } from '@slipway/db';
import { presentTime } from '@slipway/rest';
import type { ConsoleServices } from '../../services.js';
import { txtRecordOf } from '../../sso/domains.js';
import { presentRecipient } from '../members/present-recipient.js';

/** Reads and presents an account's single sign-on. */
export async function readSso(
  { reads, sso }: ConsoleServices,
  { id, prefixedId }: MembershipRecord,
): Promise<SsoSettings> {
  const { provider, linkedPeople, affectedPeople, outsideMembers, allowedAddresses } =
    await reads.findSsoSettings(id);
  return {
    provider: provider && presentProvider(provider),
    redirect_uri: sso.redirectUri(prefixedId),
    sign_in_url: sso.signInUrl(prefixedId),
    linked_people: linkedPeople,
    affected_people: affectedPeople,
    outside_members: outsideMembers.map(({ userId, ...member }) => ({ user_id: userId, ...member })),
    allowed_addresses: allowedAddresses.map((address) => ({
      id: address.id,
      recipient: presentRecipient(address.email),
    })),
  };
}

type ProviderRecord = NonNullable<Awaited<ReturnType<ConsoleServices['reads']['findSsoSettings']>>['provider']>;

function presentProvider(provider: ProviderRecord): SsoSettings['provider'] {
  const { issuer, clientId, domain, domainVerifiedAt, state } = provider;
  const { name, value } = txtRecordOf(provider);
  return {
    issuer,
    client_id: clientId,
    domain,
    domain_verified_at: domainVerifiedAt && presentTime(domainVerifiedAt),
    state,
    txt_name: name,
    txt_value: value,
  };
}
