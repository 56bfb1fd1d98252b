import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from '@jest/globals';
import { addressRulesOf } from '@slipway/runtime';
import { testProcess } from '@slipway/testing';
import { createProviderClient, createProviderFetch, newFlowSecrets } from './provider-client.js';
import { refusalOf } from './refusals.js';

const { settings } = await testProcess({ SSO_ALLOWED_NETWORKS: '127.0.0.0/8' });
const requests = createProviderFetch(addressRulesOf(settings, 'SSO_ALLOWED_NETWORKS'));
const silent = createServer(() => undefined);
await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
afterAll(async () => {
  await requests.close();
  silent.closeAllConnections();
  silent.close();
});

it('a provider that does not respond in time counts as unreachable', async () => {
  const client = createProviderClient(requests, 0.1);
  const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const access = { issuer, clientId: 'slipway', clientSecret: 'secret' };
  const outcomes = await Promise.allSettled([
    client.authorizationUrl(access, newFlowSecrets('state'), {
      redirectUri: 'https://slipway.test/callback',
      mustSignInAgain: false,
    }),
    client.check(access),
  ]);
  const refusals = outcomes.map((outcome) => (outcome.status === 'rejected' ? refusalOf(outcome.reason) : null));
  expect(refusals).toEqual(['provider_unreachable', 'provider_unreachable']);
});
