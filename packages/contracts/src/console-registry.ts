// Generated from the folder by `npm run generate`. Do not edit.
export * from './console/deliveries.js';
export * from './console/integrations.js';
export * from './console/people.js';
export * from './console/search.js';
export * from './console/session.js';
