import type { SealedSecret } from '@slipway/domain';
import { computed } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { removeApiToken, replaceApiToken } from '../integrations/integrations.js';

interface GithubPlace {
  readonly integrationId: number;
  readonly projectId: number;
}

/** What Slipway writes to GitHub, and how it gets there. */
export interface GithubSettings {
  readonly statuses: boolean;
  readonly comments: boolean;
  readonly apiUrl: string;
  /** Null if the credential is a token. */
  readonly appId: string | null;
}

/** A change of the settings. The credential stays if it is not named; null removes it. */
export interface GithubEdit extends GithubSettings {
  readonly credential?: SealedSecret | null;
}

/**
 * Stores what Slipway writes to GitHub, in the caller's transaction. The new settings are tested immediately, whatever
 * became of the old ones.
 */
export async function saveGithubSettings(
  tx: DatabaseHandle,
  { integrationId, projectId }: GithubPlace,
  { credential, ...settings }: GithubEdit,
): Promise<void> {
  if (credential === null) await removeApiToken(tx, integrationId);
  else if (credential !== undefined) await replaceApiToken(tx, integrationId, credential);
  const isUsed = settings.statuses || settings.comments;
  const fields = { ...settings, ...(await freshStart(tx)), ...(isUsed ? {} : { testRequestedAt: null }) };
  await tx.prisma.githubConnection.upsert({
    where: { integrationId },
    create: { integrationId, projectId, ...fields },
    update: fields,
  });
}

/** Tests a connection now, and resumes it; false if there is none. */
export async function requestGithubTest(on: DatabaseHandle, integrationId: number): Promise<boolean> {
  const { count } = await on.prisma.githubConnection.updateMany({
    where: { integrationId },
    data: await freshStart(on),
  });
  return count > 0;
}

async function freshStart(on: DatabaseHandle) {
  const now = await databaseTime(on);
  const success = { failures: 0, failingSince: null, lastError: null, pausedAt: null };
  return { ...success, testRequestedAt: now, nextAttemptAt: now };
}

const newestRepository = defineQuery({
  name: 'find newest repository',
  columns: { repository: computed('text', sql`r.repository`) },
  examples: [{ integrationId: 1, projectId: 1 }],
  build: ({ integrationId, projectId }: GithubPlace, select) => sql`
    SELECT ${select} FROM (SELECT integration_id, repository, timestamp, id FROM changes
      WHERE project_id = ${projectId} AND orphaned_at IS NULL ORDER BY timestamp DESC, id DESC LIMIT 500) r
    WHERE r.integration_id = ${integrationId} AND r.repository <> '' ORDER BY r.timestamp DESC, r.id DESC LIMIT 1`,
});

/** The repository of the integration's newest commit, to test the connection with; null if none is known. */
export async function findRepository({ pool }: DatabaseHandle, place: GithubPlace): Promise<string | null> {
  return (await newestRepository.first(pool, place))?.repository ?? null;
}
