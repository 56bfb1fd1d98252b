import type { SsoRefusal } from '@slipway/contracts';
import type { SsoProviderRecord } from '@slipway/db';
import type { Request, Response } from '@slipway/http';
import type { SsoFlow } from './flows.js';
import type { IdentifiedPerson } from './provider-client.js';
import { refusalOf } from './refusals.js';
import { refuseSso, type SsoPurpose } from './refuse-sso.js';
import type { SsoDeps } from './sso-deps.js';

interface Visit {
  readonly deps: SsoDeps;
  readonly provider: SsoProviderRecord;
  readonly purpose: SsoPurpose;
}

/** Leads the browser to a provider. Whoever confirms who they are must sign in there again. */
export async function visitProvider(
  request: Request,
  response: Response,
  { deps, provider, purpose }: Visit,
): Promise<void> {
  const { sso } = deps;
  const { accountId, issuer } = provider;
  const flow = sso.flows.start(response, { accountId, issuer, ...purpose });
  const asked = {
    redirectUri: sso.redirectUri(provider.account.prefixedId),
    mustSignInAgain: purpose.sessionId !== null,
  };
  let url: URL;
  try {
    url = await sso.client.authorizationUrl(sso.accessOf(provider), flow, asked);
  } catch (error) {
    sso.logger.warn({ err: error, accountId }, 'single sign-on cannot start');
    return refuseSso(request, response, { deps, provider, reason: refusalOf(error), purpose });
  }
  response.redirect(303, url.href);
}

interface Return {
  readonly deps: SsoDeps;
  readonly provider: SsoProviderRecord;
  readonly flow: SsoFlow;
}

/** Identifies the person whom a provider sent back, or says why that fails. */
export async function identifyPerson(
  request: Request,
  { deps, provider, flow }: Return,
): Promise<{ readonly person: IdentifiedPerson } | { readonly refusal: SsoRefusal }> {
  const { sso, origin } = deps;
  const { accountId, issuer } = provider;
  if (issuer !== flow.issuer) return { refusal: 'turned_off' };
  try {
    const returned = new URL(request.originalUrl, origin);
    return { person: await sso.client.identify(sso.accessOf(provider), flow, returned) };
  } catch (error) {
    sso.logger.warn({ err: error, accountId }, 'single sign-on failed');
    return { refusal: refusalOf(error) };
  }
}
