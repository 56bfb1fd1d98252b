import type { SsoSettings } from '@slipway/contracts';
import type { MembershipRecord } from '@slipway/db';
import { presentTime } from '@slipway/rest';
import type { ConsoleServices } from '../../services.js';
import { txtRecordOf } from '../../sso/domains.js';

/** Reads and presents an account's single sign-on. */
export async function readSso(
  { reads, sso }: ConsoleServices,
  { id, prefixedId }: MembershipRecord,
): Promise<SsoSettings> {
  const { provider, linkedPeople, affectedPeople } = await reads.findSsoSettings(id);
  return {
    provider: provider && presentProvider(provider),
    redirect_uri: sso.redirectUri(prefixedId),
    sign_in_url: sso.signInUrl(prefixedId),
    linked_people: linkedPeople,
    affected_people: affectedPeople,
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
