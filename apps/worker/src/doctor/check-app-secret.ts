import { countSecrets, type Database } from '@slipway/db';
import { appSecretsOf, type CheckFinding, finding } from '@slipway/domain';
import type { Settings } from '@slipway/runtime';

const CHECK = 'app secret';
const STEPS = 'infra/docs/operate/runbook.md, "Rotating APP_SECRET"';

/** Whether the stored secrets can be decrypted, and whether that still needs APP_SECRET_ALSO_ACCEPTED. */
export async function checkAppSecret(database: Database, settings: Settings): Promise<CheckFinding> {
  const { current, others, unreadable } = await countSecrets(database, appSecretsOf(settings));
  const all = current + others + unreadable;
  if (unreadable > 0)
    return finding.problem(
      CHECK,
      `${unreadable} of ${all} stored secrets cannot be decrypted with APP_SECRET or APP_SECRET_ALSO_ACCEPTED.`,
      `Set one of them to the value that encrypted the secrets: ${STEPS}.`,
    );
  if (others > 0)
    return finding.warning(
      CHECK,
      `${others} of ${all} stored secrets still need APP_SECRET_ALSO_ACCEPTED.`,
      `Do not remove it. Once every process has the new APP_SECRET, run npm run rotate-secret: ${STEPS}.`,
    );
  if (settings.APP_SECRET_ALSO_ACCEPTED !== '')
    return finding.warning(
      CHECK,
      `APP_SECRET decrypts all ${all} stored secrets, and none needs APP_SECRET_ALSO_ACCEPTED.`,
      `You can remove it a week after every process has the new APP_SECRET, once older invitations have expired: ${STEPS}.`,
    );
  return finding.ok(
    CHECK,
    all === 0 ? 'No secrets are stored yet.' : `APP_SECRET decrypts all ${all} stored secrets.`,
  );
}
