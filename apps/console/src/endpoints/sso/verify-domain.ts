import { verifySsoDomain } from '@slipway/contracts';
import { findSsoProvider, markDomainVerified } from '@slipway/db';
import { ApiError, found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { checkTxtRecord } from '../../sso/domains.js';
import { readSso } from './present-sso.js';

const PROBLEMS = {
  missing: 'DNS does not return the TXT record yet. New records can take up to an hour to appear.',
  unknown: 'DNS does not respond. Try again in a few minutes, or ask your operator to verify the domain.',
  not_found: 'The domain was changed meanwhile. Reload the page.',
  taken: 'Another account has verified this domain.',
};

export const endpoint = defineConsoleEndpoint(verifySsoDomain, async ({ account, audit, services }) => {
  const { database, sso, clock } = services;
  const provider = found(await findSsoProvider(database, account.id));
  const { accountId, domain } = provider;
  const record = await checkTxtRecord(provider, sso.resolveTxt);
  if (record !== 'found') throw new ApiError('invalid_parameter', { message: PROBLEMS[record] });
  const verified = { accountId, domain, now: new Date(clock.now()) };
  const result = await markDomainVerified(database, verified, (tx) => audit(tx, { target: domain }));
  if (result !== 'verified') throw new ApiError('invalid_parameter', { message: PROBLEMS[result] });
  return readSso(services, account);
});
