import {
  announceChange,
  type ClaimedConnection,
  findMaskingProjects,
  findPendingUpdate,
  githubOutbox,
  listMemberNames,
  noteAnswer,
  type PendingUpdate,
  settleUpdate,
} from '@slipway/db';
import { createProjectRedactors, GITHUB_REPOSITORY, hidePeople } from '@slipway/domain';
import type { OutboxDeps } from '../outgoing/outbox-deps.js';
import { settleFailure } from '../outgoing/settle-failure.js';
import { type GithubAccess, openAccess } from './credential.js';
import { GithubError } from './github-error.js';
import { testConnection } from './test-connection.js';
import { writeComment } from './write-comment.js';
import { writeStatus } from './write-status.js';

/** GitHub asks for at most about one writing request per second, and a comment may take two. */
const BETWEEN_UPDATES_MS = 2_000;

/** The lease was lost, or the worker is closing. What was begun is repeated by the next holder. */
class InterruptedError extends Error {
  override name = 'InterruptedError';
}

/** Tests a connection if an owner asked for it, and sends its oldest update. */
export async function updateConnection(
  claimed: ClaimedConnection,
  deps: OutboxDeps,
  closing: AbortSignal,
): Promise<void> {
  const { database, clock, poster, tokens, appSecrets } = deps;
  const beforeRequest = async () => {
    if (closing.aborted || !(await githubOutbox.renew(database, claimed))) throw new InterruptedError();
  };
  try {
    const access = openAccess(claimed, appSecrets, {
      apiUrl: claimed.apiUrl,
      poster,
      tokens,
      beforeRequest,
      now: () => clock.now(),
    });
    if (claimed.testRequestedAt !== null)
      await noteAnswer(database, claimed, { error: await testConnection(claimed, { access, database }) });
    const update = await findPendingUpdate(database, claimed);
    if (update !== null) await sendUpdate({ claimed, access, update }, deps);
    await githubOutbox.release(database, claimed, update === null ? 0 : BETWEEN_UPDATES_MS);
  } catch (error) {
    if (error instanceof GithubError) await storeFailure(claimed, error, deps);
    else if (!(error instanceof InterruptedError)) throw error;
    else await githubOutbox.release(database, claimed, 0);
  }
}

interface Sending {
  readonly claimed: ClaimedConnection;
  readonly access: GithubAccess;
  readonly update: PendingUpdate;
}

const EXPIRED = 'It could not be sent within a day.';
const UNUSABLE = 'The commit or its repository has no name that GitHub knows.';

/** Sends an update, or gives it up if GitHub will never accept it. */
async function sendUpdate({ claimed, access, update }: Sending, deps: OutboxDeps): Promise<void> {
  const { database, metrics, clock } = deps;
  const refusal = refusalOf(update);
  if (refusal !== null) {
    metrics.notifications.inc({ channel: 'github', outcome: update.isExpired ? 'expired' : 'refused' });
    return settleUpdate(database, update, { digest: null, error: refusal });
  }
  try {
    const digest = await write({ claimed, access, update }, deps);
    await settleUpdate(database, update, { digest, error: null });
    await noteAnswer(database, claimed, { error: null, isSent: true });
    metrics.notifications.inc({ channel: 'github', outcome: 'sent' });
    metrics.notificationDelay.observe({}, Math.max(0, clock.now() - update.pendingSince.getTime()) / 1000);
  } catch (thrown) {
    if (!(thrown instanceof GithubError)) throw thrown;
    const error = access.explain(thrown, update.repository);
    if (error.outcome.kind !== 'refused') throw error;
    metrics.notifications.inc({ channel: 'github', outcome: 'refused' });
    await settleUpdate(database, update, { digest: null, error: error.message });
    await noteAnswer(database, claimed, { error: error.message });
  }
}

/** Why an update is given up without a request; null if it is sent. */
function refusalOf(update: PendingUpdate): string | null {
  if (update.isExpired) return EXPIRED;
  return isUsable(update) ? null : UNUSABLE;
}

/** An earlier release stored names as webhooks sent them. */
function isUsable({ repository, sha }: PendingUpdate): boolean {
  return GITHUB_REPOSITORY.test(repository) && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(sha);
}

async function write(
  { claimed: { accountId, projectId, integrationId, appId }, access, update }: Sending,
  { database, baseUrl, appSecrets }: OutboxDeps,
): Promise<string | null> {
  const members = hidePeople(await listMemberNames(database, accountId));
  const masking = [...(await findMaskingProjects(database, [projectId])).values()];
  const redactor = createProjectRedactors(appSecrets).among(masking)(projectId);
  const people = { hide: (text: string) => members.hide(redactor.name(text)) };
  const options = { projectId, baseUrl, people };
  const api = await access.in(update.repository);
  const writing = { database, integrationId, appId, api, options };
  if (update.kind === 'status') return writeStatus(update, writing);
  await writeComment(update, writing);
  return null;
}

/** Makes the connection wait, or pauses it. */
async function storeFailure(
  claimed: ClaimedConnection,
  { outcome, status, cause }: GithubError,
  { database, clock, metrics, logger }: OutboxDeps,
): Promise<void> {
  const { integrationId } = claimed;
  const { kind, error } = outcome;
  metrics.notifications.inc({ channel: 'github', outcome: kind });
  const reason = (cause as { readonly reason?: unknown } | undefined)?.reason;
  logger.warn({ integrationId, outcome: kind, status, reason }, 'GitHub not updated');
  // Only a test can be refused here: there is nothing to repeat.
  if (kind === 'refused') {
    await noteAnswer(database, claimed, { error });
    return githubOutbox.release(database, claimed, 0);
  }
  await database.modelTransaction(async (tx) => {
    await settleFailure(tx, { outbox: githubOutbox, held: claimed, now: clock.now() }, outcome);
    await announceChange(tx, claimed.projectId, 'integration');
  });
}
