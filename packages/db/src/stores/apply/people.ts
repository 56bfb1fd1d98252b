import type { Actor, Operation } from '@slipway/domain';
import { type Queryable, query, sql } from '../../sql.js';
import type { DeliveryScope, ToldOperation } from './told-operation.js';

/** Finds the user that an identity in a tool belongs to; null when there is none, or more than one. */
type FindUser = (identity: Identity) => number | null;

/** Someone in another tool. */
export interface Identity {
  readonly accountId: number;
  readonly provider: string;
  readonly uid: string;
}

const keyOf = ({ accountId, provider, uid }: Identity) => JSON.stringify([accountId, provider, uid]);

/**
 * Looks up all identities of a batch at once, among the members of each account: an identity connected for the tool, an
 * address connected for any tool, or the user's own address.
 */
export async function findUsers(tx: Queryable, identities: readonly Identity[]): Promise<FindUser> {
  const asked = [...new Map(identities.map((identity) => [keyOf(identity), identity])).values()];
  if (asked.length === 0) return () => null;
  const found = await query<Identity & { userId: number }>(
    tx,
    sql`SELECT a.account_id AS "accountId", a.provider, a.uid, min(m.user_id) AS "userId"
        FROM unnest(${asked.map(({ accountId }) => accountId)}::int[], ${asked.map(({ provider }) => provider)}::text[],
          ${asked.map(({ uid }) => uid)}::text[]) AS a(account_id, provider, uid),
          LATERAL (SELECT c.user_id FROM connected_accounts c
                   WHERE lower(c.uid) = lower(a.uid) AND (c.provider = a.provider OR a.uid LIKE '%_@_%')
                   UNION SELECT u.id FROM users u WHERE u.email = lower(a.uid)) p
          JOIN account_memberships m ON m.user_id = p.user_id
        WHERE m.account_id = a.account_id
        GROUP BY a.account_id, a.provider, a.uid HAVING count(DISTINCT m.user_id) = 1`,
  );
  const users = new Map(found.map((row) => [keyOf(row), row.userId]));
  return (identity) => users.get(keyOf(identity)) ?? null;
}

/** Operations with the users they name: those of the teller's own tool, whoever else tells of the same thing. */
export async function withUsers(tx: Queryable, told: readonly ToldOperation[]): Promise<ToldOperation[]> {
  const find = await findUsers(
    tx,
    told.flatMap(({ scope, operation }) => identitiesOf(scope, actorOf(operation))),
  );
  return told.map(({ scope, operation }) => ({
    scope,
    operation: withActor(operation, (actor) => ({
      label: actor.label,
      uid: actor.uid,
      userId:
        identitiesOf(scope, actor)
          .map(find)
          .find((userId) => userId !== null) ?? 0,
    })),
  }));
}

function actorOf(operation: Operation): Actor | null | undefined {
  if (operation.kind === 'build_report' || operation.kind === 'deployment') return operation.actor;
  if (operation.kind === 'change') return operation.author;
  if (operation.kind !== 'reference' || operation.assignee == null) return undefined;
  // Trackers that tell no more than a name mean the account of that name.
  return { ...operation.assignee, uid: operation.assignee.uid ?? operation.assignee.label };
}

function withActor(operation: Operation, known: (actor: Actor) => Actor): Operation {
  const actor = actorOf(operation);
  if (actor == null) return operation;
  if (operation.kind === 'change') return { ...operation, author: known(actor) };
  if (operation.kind === 'reference') return { ...operation, assignee: known(actor) };
  if (operation.kind === 'build_report' || operation.kind === 'deployment')
    return { ...operation, actor: known(actor) };
  return operation;
}

/** How someone may be known, the surest first. */
function identitiesOf({ accountId, provider }: DeliveryScope, actor: Actor | null | undefined): Identity[] {
  return [actor?.uid, actor?.email].flatMap((uid) => (uid == null ? [] : [{ accountId, provider, uid }]));
}
