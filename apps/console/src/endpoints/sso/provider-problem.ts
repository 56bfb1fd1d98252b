import type { SsoProviderRecord } from '@slipway/db';
import type { Sso } from '../../sso/compose-sso.js';
import { refusalOf } from '../../sso/refusals.js';

/** One message for every network problem, so that nobody can use Slipway to explore the network it runs in. */
const NO_ANSWER =
  'The provider does not respond. Check the issuer, and that Slipway can reach it: providers in private networks must be allowed by SSO_ALLOWED_NETWORKS.';
const NOT_CONFORM =
  'The address responds, but not as an OpenID Connect provider with this issuer. Copy the issuer exactly as its metadata states it.';

/** Why a provider cannot be used, in words; null if it can. */
export async function findProviderProblem(sso: Sso, provider: SsoProviderRecord): Promise<string | null> {
  const access = sso.accessOf(provider);
  try {
    await sso.client.check(access);
    return null;
  } catch (error) {
    sso.logger.info({ err: error, accountId: provider.accountId }, 'test of an identity provider failed');
    return refusalOf(error) === 'provider_unreachable' ? NO_ANSWER : NOT_CONFORM;
  }
}
