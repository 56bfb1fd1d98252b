export { CredentialsError, NotSignedInError } from './credentials-error.js';
export { type Credentials, findSession, requireCredentials, type Session } from './find-session.js';
export { type Env, stateFolder } from './folders.js';
export { isUnencrypted, LOCAL_HOST, normalizeHost } from './host.js';
export { type Login, type LoginFile, loginsPath, readLogins } from './read-logins.js';
