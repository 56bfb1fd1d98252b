export { Router, static as serveStatic, text } from 'express';
export * from './api-error.js';
export {
  callerAddressHeader,
  clientAddressReader,
  isLocalRequest,
  networkOf,
  readCallerAddress,
} from './client-address.js';
export { type CounterRedis, createSharedCounter, LocalCounter, retrySeconds } from './counters.js';
export * from './docs-page.js';
export * from './endpoint.js';
export * from './error-handlers.js';
export * from './health.js';
export * from './http-app.js';
export * from './mount-endpoints.js';
export type { ObservedTier } from './observe-requests.js';
export { buildOpenApi, type OpenApiDocument, type OpenApiPaths, type OpenApiService } from './openapi/document.js';
export { readParameters } from './parameters.js';
export { pathOf, queryOf } from './query-string.js';
export * from './rate-limit.js';
export * from './reply.js';
export { bytesReader } from './request-body.js';
export * from './serve.js';
export * from './serve-process.js';
export * from './share-lookups.js';
export * from './write-part.js';
