/** Scopes a login-flow token receives: every scope of the contract but read:members. */
export const LOGIN_SCOPES = [
  'ping',
  'read:projects',
  'read:workspace_events',
  'read:tasks',
  'write:tasks',
  'read:builds',
  'write:builds',
  'read:assets',
  'write:assets',
  'read:changes',
] as const;

/** Every scope a token made in the web settings may carry. */
export const SCOPES = [...LOGIN_SCOPES, 'read:members', 'read:deliveries', 'write:deliveries'] as const;
export type Scope = (typeof SCOPES)[number];
