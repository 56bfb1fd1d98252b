// Generated from the folder by `npm run generate`. Do not edit.
import { endpoint as accountsListEndpoint } from './routes/accounts/list.js';
import { endpoint as approvalsGetEndpoint } from './routes/approvals/get.js';
import { endpoint as approvalsListEndpoint } from './routes/approvals/list.js';
import { endpoint as approvalsSubmitEndpoint } from './routes/approvals/submit.js';
import { endpoint as assetsGetEndpoint } from './routes/assets/get.js';
import { endpoint as assetsListEndpoint } from './routes/assets/list.js';
import { endpoint as auditLogListEndpoint } from './routes/audit-log/list.js';
import { endpoint as authContextEndpoint } from './routes/auth/context.js';
import { endpoint as authPingEndpoint } from './routes/auth/ping.js';
import { endpoint as authTokenExchangeEndpoint } from './routes/auth/token-exchange.js';
import { endpoint as buildsCompareEndpoint } from './routes/builds/compare.js';
import { endpoint as buildsGetEndpoint } from './routes/builds/get.js';
import { endpoint as buildsInvestigateEndpoint } from './routes/builds/investigate.js';
import { endpoint as buildsListEndpoint } from './routes/builds/list.js';
import { endpoint as buildsLogEndpoint } from './routes/builds/log.js';
import { endpoint as buildsRerunEndpoint } from './routes/builds/rerun.js';
import { endpoint as buildsSearchEndpoint } from './routes/builds/search.js';
import { endpoint as buildsStaleEndpoint } from './routes/builds/stale.js';
import { endpoint as buildsSuspectsEndpoint } from './routes/builds/suspects.js';
import { endpoint as changesGetEndpoint } from './routes/changes/get.js';
import { endpoint as changesListEndpoint } from './routes/changes/list.js';
import { endpoint as deliveriesGapsEndpoint } from './routes/deliveries/gaps.js';
import { endpoint as deliveriesGetEndpoint } from './routes/deliveries/get.js';
import { endpoint as deliveriesListEndpoint } from './routes/deliveries/list.js';
import { endpoint as deliveriesReplayAllEndpoint } from './routes/deliveries/replay-all.js';
import { endpoint as deliveriesReplayEndpoint } from './routes/deliveries/replay.js';
import { endpoint as deploymentsGetEndpoint } from './routes/deployments/get.js';
import { endpoint as deploymentsListEndpoint } from './routes/deployments/list.js';
import { endpoint as feedEventsEndpoint } from './routes/feed/events.js';
import { endpoint as metricsGetEndpoint } from './routes/metrics/get.js';
import { endpoint as openapiEndpoint } from './routes/openapi.js';
import { endpoint as problemsEditEndpoint } from './routes/problems/edit.js';
import { endpoint as problemsGetEndpoint } from './routes/problems/get.js';
import { endpoint as problemsListEndpoint } from './routes/problems/list.js';
import { endpoint as projectMembersListEndpoint } from './routes/project-members/list.js';
import { endpoint as projectsGetEndpoint } from './routes/projects/get.js';
import { endpoint as projectsListEndpoint } from './routes/projects/list.js';
import { endpoint as referencesListEndpoint } from './routes/references/list.js';
import { endpoint as tasksCreateEndpoint } from './routes/tasks/create.js';
import { endpoint as tasksGetEndpoint } from './routes/tasks/get.js';
import { endpoint as tasksListEndpoint } from './routes/tasks/list.js';
import { endpoint as tasksUpdateEndpoint } from './routes/tasks/update.js';
import { endpoint as tokensListEndpoint } from './routes/tokens/list.js';
import { endpoint as tokensRevokeEndpoint } from './routes/tokens/revoke.js';

export const endpoints = [
  accountsListEndpoint,
  approvalsGetEndpoint,
  approvalsListEndpoint,
  approvalsSubmitEndpoint,
  assetsGetEndpoint,
  assetsListEndpoint,
  auditLogListEndpoint,
  authContextEndpoint,
  authPingEndpoint,
  authTokenExchangeEndpoint,
  buildsCompareEndpoint,
  buildsGetEndpoint,
  buildsInvestigateEndpoint,
  buildsListEndpoint,
  buildsLogEndpoint,
  buildsRerunEndpoint,
  buildsSearchEndpoint,
  buildsStaleEndpoint,
  buildsSuspectsEndpoint,
  changesGetEndpoint,
  changesListEndpoint,
  deliveriesGapsEndpoint,
  deliveriesGetEndpoint,
  deliveriesListEndpoint,
  deliveriesReplayAllEndpoint,
  deliveriesReplayEndpoint,
  deploymentsGetEndpoint,
  deploymentsListEndpoint,
  feedEventsEndpoint,
  metricsGetEndpoint,
  openapiEndpoint,
  problemsEditEndpoint,
  problemsGetEndpoint,
  problemsListEndpoint,
  projectMembersListEndpoint,
  projectsGetEndpoint,
  projectsListEndpoint,
  referencesListEndpoint,
  tasksCreateEndpoint,
  tasksGetEndpoint,
  tasksListEndpoint,
  tasksUpdateEndpoint,
  tokensListEndpoint,
  tokensRevokeEndpoint,
] as const;
