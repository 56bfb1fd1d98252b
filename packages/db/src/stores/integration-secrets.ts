import { execute, type Queryable, sql } from '../sql.js';

/** A signing secret as it is stored. */
export interface StoredSecret {
  readonly integrationId: number;
  readonly ciphertext: Buffer;
  readonly fingerprint: string;
}

/** Adds a signing secret beside those already there; the same one twice is kept once, and a retired one counts again. */
export async function addSigningSecret(on: Queryable, secret: StoredSecret): Promise<void> {
  await execute(
    on,
    sql`INSERT INTO integration_secrets (integration_id, purpose, ciphertext, fingerprint)
        VALUES (${secret.integrationId}, 'signing', ${secret.ciphertext}, ${secret.fingerprint})
        ON CONFLICT (integration_id, purpose, fingerprint) DO UPDATE SET retired_at = NULL`,
  );
}
