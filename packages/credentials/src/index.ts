export { CredentialsError } from './credentials-error.js';
export { type Credentials, findCredentials } from './find-credentials.js';
