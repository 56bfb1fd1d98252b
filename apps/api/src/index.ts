export { composeApi } from './compose.js';
export { describeApi } from './openapi.js';
export { endpoints } from './registry.js';
