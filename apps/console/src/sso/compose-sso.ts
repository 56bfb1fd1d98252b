import type { SsoProviderRecord } from '@slipway/db';
import { appSecretsOf, type Clock, openClientSecret } from '@slipway/domain';
import { addressRulesOf, type Logger, type ProcessContext } from '@slipway/runtime';
import type { AuthDeps } from '../auth/deps.js';
import { type ResolveTxt, systemTxtResolver } from './domains.js';
import { createSsoFlows, type SsoFlows } from './flows.js';
import {
  createProviderClient,
  createProviderFetch,
  type ProviderAccess,
  type ProviderClient,
} from './provider-client.js';

export interface Sso {
  readonly client: ProviderClient;
  readonly flows: SsoFlows;
  readonly resolveTxt: ResolveTxt;
  readonly logger: Logger;
  accessOf(provider: SsoProviderRecord): ProviderAccess;
  /** Where a provider sends people back to. Each account has its own, so that providers cannot be mixed up. */
  redirectUri(prefixedId: string): string;
  signInUrl(prefixedId: string): string;
}

export function composeSso({ settings, logger, onClose }: ProcessContext, clock: Clock): Sso {
  const { origin, protocol } = new URL(settings.BASE_URL);
  const appSecrets = appSecretsOf(settings);
  const requests = createProviderFetch(addressRulesOf(settings, 'SSO_ALLOWED_NETWORKS'));
  onClose('identity providers', () => requests.close());
  return {
    client: createProviderClient(requests),
    flows: createSsoFlows(appSecrets, clock, { secure: protocol === 'https:' }),
    resolveTxt: systemTxtResolver(),
    logger,
    accessOf({ accountId, issuer, clientId, clientSecret }) {
      const opened = openClientSecret(appSecrets, accountId, clientSecret);
      if (opened === null)
        throw new Error(
          `the client secret of account ${accountId} cannot be decrypted with any accepted APP_SECRET`,
        );
      return { issuer, clientId, clientSecret: opened.secret };
    },
    redirectUri: (prefixedId) => `${origin}/sso/${prefixedId}/callback`,
    signInUrl: (prefixedId) => `${origin}/sso/${prefixedId}`,
  };
}

export interface SsoDeps extends AuthDeps {
  readonly sso: Sso;
}
