import { saveSso } from '@slipway/contracts';
import { saveSsoProvider } from '@slipway/db';
import { sealClientSecret } from '@slipway/domain';
import { ApiError } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { toDomain, toIssuer } from '../../sso/domains.js';
import { readSso } from './present-sso.js';

const invalid = (message: string) => new ApiError('invalid_parameter', { message });

export const endpoint = defineConsoleEndpoint(saveSso, async ({ account, body, audit, services }) => {
  const issuer = toIssuer(body.issuer);
  if (issuer === null) throw invalid('The issuer must be an address that starts with https://.');
  const domain = toDomain(body.domain);
  if (domain === null) throw invalid('The domain must be the part of your email addresses after the @.');
  const { client_id: clientId, client_secret: secret } = body;
  const clientSecret = secret === undefined ? null : sealClientSecret(services.appSecrets, account.id, secret);
  return services.database.modelTransaction(async (tx) => {
    const saved = await saveSsoProvider(tx, { accountId: account.id, issuer, clientId, clientSecret, domain });
    if (saved === null) throw invalid('Enter the client secret that belongs to this issuer.');
    const detail = { issuer, client_id: clientId, changed_secret: secret !== undefined };
    await audit(tx, { target: domain, detail });
    return readSso(servicesIn(tx, services), account);
  });
});
