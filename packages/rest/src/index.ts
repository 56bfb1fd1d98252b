export { type ComposedReads, composeReadSources } from './compose-read-sources.js';
export * from './limits.js';
export { describeApi } from './openapi.js';
export { keysetPage } from './page.js';
export { presentTime } from './presenters/present-time.js';
export { STALE } from './read-during-outage.js';
export { readLogPart } from './read-log-part.js';
export { isStale, type ReadSource, type ReadSources, requireKnown } from './read-sources.js';
export { endpoints } from './registry.js';
export { openRestServices, type RestConnections, restFailures } from './rest-services.js';
export { presentAsset } from './routes/assets.js';
export { auditFilterOf, presentAuditEntry, presentHash } from './routes/audit-log.js';
export { compareBuilds } from './routes/builds/compare.js';
export { jobNamed, presentBuildRun, presentBuildRunDetail } from './routes/builds.js';
export { presentChange, presentChangeDetail } from './routes/changes.js';
export { presentDelivery } from './routes/deliveries.js';
export { presentDeployment } from './routes/deployments.js';
export { presentWorkspaceEvent } from './routes/feed.js';
export {
  presentProblem,
  presentWaitsFor,
  readProblem,
  readProblemDays,
  saveProblemEdit,
} from './routes/problems.js';
export { presentLinkedReference } from './routes/references.js';
export { presentTaskDetail } from './routes/tasks.js';
export { readTest } from './routes/tests/test-detail.js';
export { listTestPage } from './routes/tests.js';
export { presentApiToken } from './routes/tokens.js';
export type { RestEndpoint, RestServices } from './services.js';
export { readPages, wholeLists } from './whole-lists.js';
