import type { DatabaseHandle } from '../../database.js';
import { findUsers } from '../apply/engine/find-users.js';

/** The same commit may be known from several repositories; more than this is a script's doing. */
const MAX_CHANGES = 20;

interface Approver {
  readonly projectId: number;
  readonly approverUserId: number;
}

/**
 * Whether a user is the author of a change. An author who connected their account in the tool after the change was
 * reported counts too.
 */
export async function isAuthor(
  { prisma, pool }: DatabaseHandle,
  { projectId, approverUserId }: Approver,
  identifier: string,
): Promise<boolean> {
  if (identifier === '') return false;
  const changes = await prisma.change.findMany({
    where: { projectId, identifier },
    select: { accountId: true, authorUserId: true, authorUid: true, integrationId: true },
    take: MAX_CHANGES,
  });
  if (changes.some(({ authorUserId }) => authorUserId === approverUserId)) return true;
  const integrations = await prisma.integration.findMany({
    where: { projectId, id: { in: changes.map(({ integrationId }) => integrationId) } },
    select: { id: true, provider: true },
  });
  const providers = new Map(integrations.map(({ id, provider }) => [id, provider]));
  const identities = changes.flatMap(({ accountId, authorUid: uid, integrationId }) =>
    uid === null ? [] : [{ accountId, provider: providers.get(integrationId) ?? '', uid }],
  );
  const findUser = await findUsers(pool, identities);
  return identities.some((identity) => findUser(identity) === approverUserId);
}
