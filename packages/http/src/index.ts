export * from './api-error.js';
export * from './endpoint.js';
export * from './error-answers.js';
export * from './health.js';
export * from './http-app.js';
export * from './mount-endpoints.js';
export { pathOf, queryOf } from './query-string.js';
export * from './serve.js';
export * from './serve-process.js';
