export { CredentialsError, NotSignedInError } from './credentials-error.js';
export {
  type Credentials,
  findSession,
  isUnencrypted,
  LOCAL_HOST,
  normalizeHost,
  requireCredentials,
  type Session,
} from './find-session.js';
export {
  cacheFolder,
  type Env,
  type Login,
  type LoginFile,
  loginsPath,
  readLogins,
  stateFolder,
} from './read-logins.js';
