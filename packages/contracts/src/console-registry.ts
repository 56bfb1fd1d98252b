// Generated from the folder by `npm run generate`. Do not edit.
export * from './console/assets.js';
export * from './console/builds.js';
export * from './console/deliveries.js';
export * from './console/deployments.js';
export * from './console/feed.js';
export * from './console/home.js';
export * from './console/integrations.js';
export * from './console/linked-records.js';
export * from './console/metrics.js';
export * from './console/people.js';
export * from './console/project-members.js';
export * from './console/references.js';
export * from './console/review-queue.js';
export * from './console/search.js';
export * from './console/session.js';
