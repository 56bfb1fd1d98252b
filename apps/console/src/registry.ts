// Generated from the folder by `npm run generate`. Do not edit.
import { endpoint as buildsGetEndpoint } from './endpoints/builds/get.js';
import { endpoint as buildsJobsEndpoint } from './endpoints/builds/jobs.js';
import { endpoint as buildsListEndpoint } from './endpoints/builds/list.js';
import { endpoint as buildsLogEndpoint } from './endpoints/builds/log.js';
import { endpoint as homeGetEndpoint } from './endpoints/home/get.js';
import { endpoint as peopleListEndpoint } from './endpoints/people/list.js';
import { endpoint as searchSearchEndpoint } from './endpoints/search/search.js';
import { endpoint as sessionEndEndpoint } from './endpoints/session/end.js';
import { endpoint as sessionGetEndpoint } from './endpoints/session/get.js';
import { endpoint as sessionSwitchAccountEndpoint } from './endpoints/session/switch-account.js';

export const consoleEndpoints = [
  buildsGetEndpoint,
  buildsJobsEndpoint,
  buildsListEndpoint,
  buildsLogEndpoint,
  homeGetEndpoint,
  peopleListEndpoint,
  searchSearchEndpoint,
  sessionEndEndpoint,
  sessionGetEndpoint,
  sessionSwitchAccountEndpoint,
] as const;
