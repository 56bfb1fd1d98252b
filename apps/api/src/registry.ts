// Generated from the folder by `npm run generate`. Do not edit.
import { endpoint as authContextEndpoint } from './routes/auth/context.js';
import { endpoint as authPingEndpoint } from './routes/auth/ping.js';
import { endpoint as authTokenExchangeEndpoint } from './routes/auth/token-exchange.js';
import { endpoint as buildRunsGetEndpoint } from './routes/build-runs/get.js';
import { endpoint as buildRunsInvestigateEndpoint } from './routes/build-runs/investigate.js';
import { endpoint as buildRunsListEndpoint } from './routes/build-runs/list.js';
import { endpoint as membersListEndpoint } from './routes/members/list.js';
import { endpoint as projectsGetEndpoint } from './routes/projects/get.js';
import { endpoint as projectsListEndpoint } from './routes/projects/list.js';
import { endpoint as referencesListEndpoint } from './routes/references/list.js';

export const endpoints = [
  authContextEndpoint,
  authPingEndpoint,
  authTokenExchangeEndpoint,
  buildRunsGetEndpoint,
  buildRunsInvestigateEndpoint,
  buildRunsListEndpoint,
  membersListEndpoint,
  projectsGetEndpoint,
  projectsListEndpoint,
  referencesListEndpoint,
] as const;
