export * from './limits.js';
export { describeApi } from './openapi.js';
export { keysetPage, limitedPage } from './page.js';
export { presentTime } from './presenters/present-time.js';
export { endpoints } from './registry.js';
export { openRestServices, type RestConnections } from './rest-services.js';
export { presentAsset } from './routes/assets/present-asset.js';
export { presentBuildRun } from './routes/build-runs/present-build-run.js';
export type { RestServices } from './services.js';
