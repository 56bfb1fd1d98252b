// Generated from the folder by `npm run generate`. Do not edit.
import { endpoint as buildRunsGetEndpoint } from './routes/build-runs/get.js';
import { endpoint as buildRunsListEndpoint } from './routes/build-runs/list.js';
import { endpoint as pingEndpoint } from './routes/ping.js';
import { endpoint as projectsGetEndpoint } from './routes/projects/get.js';
import { endpoint as projectsListEndpoint } from './routes/projects/list.js';

export const endpoints = [
  buildRunsGetEndpoint,
  buildRunsListEndpoint,
  pingEndpoint,
  projectsGetEndpoint,
  projectsListEndpoint,
] as const;
