export { CredentialsError } from './credentials-error.js';
export { type Credentials, findCredentials, LOCAL_HOST } from './find-credentials.js';
