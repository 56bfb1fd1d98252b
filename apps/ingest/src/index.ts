export { createApp, type IngestDeps } from './app.js';
export { composeIngest } from './compose.js';
