// Generated from the folder by `npm run generate`. Do not edit.
export * from './console/builds.js';
export * from './console/home.js';
export * from './console/people.js';
export * from './console/search.js';
export * from './console/session.js';
