export * from './define-provider.js';
export { eventOf, type Normalized, normalize } from './normalize.js';
export { providers } from './registry.js';
export { findProblem } from './schema-problem.js';
export type { Headers, SignatureScheme, SignedRequest } from './signatures/scheme.js';
