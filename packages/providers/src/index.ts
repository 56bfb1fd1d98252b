export * from './define-provider.js';
export { eventOf, normalize, type Normalized } from './normalize.js';
export { providers } from './registry.js';
export { findProblem } from './schema-problem.js';
