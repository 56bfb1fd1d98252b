export * from './build-merge.js';
export * from './build-status.js';
export * from './clock.js';
export * from './log-tail.js';
export * from './operations.js';
export * from './row-id.js';
export * from './secrets.js';
export * from './tokens.js';
