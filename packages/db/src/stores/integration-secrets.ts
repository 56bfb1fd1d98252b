import { execute, type Queryable, sql } from '../sql.js';

/** A signing secret as it is stored. */
export interface StoredSecret {
  readonly integrationId: number;
  readonly ciphertext: Buffer;
  readonly fingerprint: string;
}

/** Every one is tried on a request's body; a sender that makes a secret per webhook has some dozen webhooks. */
const MAX_ACTIVE = 50;

/**
 * Adds a signing secret beside those already there; the same one twice is kept once, and a retired one counts again. Of
 * too many, the oldest are retired.
 */
export async function addSigningSecret(on: Queryable, secret: StoredSecret): Promise<void> {
  const { integrationId, ciphertext, fingerprint } = secret;
  await execute(
    on,
    sql`WITH added AS (
          INSERT INTO integration_secrets (integration_id, purpose, ciphertext, fingerprint)
          VALUES (${integrationId}, 'signing', ${ciphertext}, ${fingerprint})
          ON CONFLICT (integration_id, purpose, fingerprint) DO UPDATE SET retired_at = NULL, created_at = now())
        UPDATE integration_secrets SET retired_at = now()
        WHERE id IN (SELECT id FROM integration_secrets
                     WHERE integration_id = ${integrationId} AND purpose = 'signing' AND retired_at IS NULL
                       AND fingerprint <> ${fingerprint}
                     ORDER BY created_at DESC, id DESC OFFSET ${MAX_ACTIVE - 1})`,
  );
}
