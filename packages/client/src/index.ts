export * from './client.js';
export { ConnectionError, InvalidResponseError, RedirectError, SlipwayError } from './errors.js';
export { findChange, type NamedChange } from './find-change.js';
export * from './mark-stale-builds.js';
export type { BodyFieldsOf, CallArguments, CallOptions } from './request.js';
