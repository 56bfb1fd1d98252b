export { type ApiDeps, createApp } from './app.js';
export { authenticate } from './authenticate.js';
export { composeApi } from './compose.js';
