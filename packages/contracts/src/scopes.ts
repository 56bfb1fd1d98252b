/** The scopes that a token from the login flow has. */
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

/** The scopes that only a token created in the console's settings may have. */
export const SETTINGS_SCOPES = [
  'read:members',
  'read:deliveries',
  'write:deliveries',
  'read:audit',
  'write:problems',
  'write:tests',
  'run:builds',
  'manage:tokens',
] as const;

export const SCOPES = [...LOGIN_SCOPES, ...SETTINGS_SCOPES] as const;
export type Scope = (typeof SCOPES)[number];
