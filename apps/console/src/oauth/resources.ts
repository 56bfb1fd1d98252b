import { OAUTH_RESOURCES, type OauthResource, type Scope } from '@slipway/contracts';
import { OauthError } from './oauth-error.js';

/** What a client may be granted access to (RFC 8707): an address of the assistant-protocol server. */
export interface Resource {
  readonly uri: string;
  /** The scopes that can be granted for it. */
  readonly scopes: readonly Scope[];
}

/** Finds the resource that a client names. Clients older than resource indicators name none. */
export function findResource(uri: string | undefined, origin: string): Resource {
  const resourceAt = ({ path, scopes }: OauthResource): Resource => ({ uri: origin + path, scopes });
  const [whole, readOnly] = [resourceAt(OAUTH_RESOURCES.all), resourceAt(OAUTH_RESOURCES.readOnly)];
  if (uri === undefined) return whole;
  const found = [whole, readOnly].find((resource) => resource.uri === withoutSlash(uri));
  if (found === undefined)
    throw new OauthError('invalid_target', `resource must be ${whole.uri} or ${readOnly.uri}.`);
  return found;
}

/** Whether a client names the resource of its grant, or none. */
export function isOfResource(uri: string | undefined, granted: string): boolean {
  return uri === undefined || withoutSlash(uri) === granted;
}

/** Some clients end an address with a slash. */
function withoutSlash(uri: string): string {
  return uri.replace(/\/$/, '');
}
