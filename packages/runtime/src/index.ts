export * from './logger.js';
export * from './metrics.js';
export * from './process.js';
export * from './settings.js';
