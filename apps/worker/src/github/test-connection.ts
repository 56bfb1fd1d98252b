import { type ClaimedConnection, type Database, findRepository } from '@slipway/db';
import type { GithubAccess } from './credential.js';
import { isObject, type Json, repositoryPath } from './github-api.js';

/**
 * Sends the requests that show whether GitHub accepts the credential, and whether it reaches the repository of the
 * newest commit. Returns what is missing, or null. Throws a GithubError.
 */
export async function testConnection(
  claimed: ClaimedConnection,
  { access, database }: { readonly access: GithubAccess; readonly database: Database },
): Promise<string | null> {
  const repository = await findRepository(database, claimed);
  const api = access.asItself();
  if (repository === null) {
    const path = access.appId === null ? '/rate_limit' : '/app';
    await api.object({ method: 'GET', path, place: 'its API' });
    return null;
  }
  if (access.appId === null) {
    await api.object({ method: 'GET', path: repositoryPath(repository), place: repository });
    return null;
  }
  const installation = await api.object({
    method: 'GET',
    path: repositoryPath(repository, 'installation'),
    place: `an installation of the App on ${repository}`,
  });
  return missingPermission(claimed, installation);
}

function missingPermission({ statuses, comments }: ClaimedConnection, { permissions }: Json): string | null {
  const granted = isObject(permissions) ? permissions : {};
  const missing = [
    ...(statuses && granted.statuses !== 'write' ? ['Commit statuses: read and write'] : []),
    ...(comments && granted.pull_requests !== 'write' ? ['Pull requests: read and write'] : []),
  ];
  return missing.length === 0 ? null : `The App lacks a permission: ${missing.join('; ')}.`;
}
