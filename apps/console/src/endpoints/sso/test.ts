import { testSso } from '@slipway/contracts';
import { findSsoProvider } from '@slipway/db';
import { found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { findProviderProblem } from './provider-problem.js';

export const endpoint = defineConsoleEndpoint(testSso, async ({ account, services }) => {
  const provider = found(await findSsoProvider(services.database, account.id));
  return { problem: await findProviderProblem(services.sso, provider) };
});
