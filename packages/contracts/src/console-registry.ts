// Generated from the folder by `npm run generate`. Do not edit.
export * from './console/account.js';
export * from './console/audit-log.js';
export * from './console/billing.js';
export * from './console/connected-accounts.js';
export * from './console/members.js';
export * from './console/people.js';
export * from './console/project-settings.js';
export * from './console/search.js';
export * from './console/session.js';
export * from './console/sessions.js';
export * from './console/tokens.js';
