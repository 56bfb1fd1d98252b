import type { Actor, Operation } from '@slipway/domain';
import { computed } from '../../../columns.js';
import { defineQuery } from '../../../define-query.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, sql } from '../../../sql.js';
import type { DeliveryScope, ScopedOperation } from './scoped-operation.js';

/** Finds the user that an identity belongs to; null if there is none, or more than one. */
type FindUser = (identity: Identity) => number | null;

/** A person in another tool. */
export interface Identity {
  readonly accountId: number;
  readonly provider: string;
  readonly uid: string;
}

const keyOf = ({ accountId, provider, uid }: Identity) => JSON.stringify([accountId, provider, uid]);

const usersByIdentity = defineQuery({
  name: 'find users',
  columns: {
    accountId: computed('int4', sql`r.account_id`),
    provider: computed('text', sql`r.provider`),
    uid: computed('text', sql`r.uid`),
    userId: computed('int4', sql`min(p.user_id)`),
  },
  examples: [[]],
  build: (identities: readonly Identity[], select) => sql`SELECT ${select}
    FROM ${rowsOf(identities, { accountId: 'int', provider: 'text', uid: 'text' })},
      LATERAL (SELECT c.user_id FROM connected_accounts c
               WHERE c.account_id = r.account_id AND lower(c.uid) = lower(r.uid)
                 AND (c.provider = r.provider OR r.uid LIKE '%_@_%')
               UNION SELECT u.id FROM users u JOIN account_memberships m ON m.user_id = u.id
               WHERE u.email = lower(r.uid) AND m.account_id = r.account_id) p
    GROUP BY r.account_id, r.provider, r.uid HAVING count(*) = 1`,
});

/**
 * Looks up a batch's identities among the members of each account: by an identity connected there for the same tool, by
 * an email address connected there for any tool, or by the user's own address.
 */
export async function findUsers(on: Queryable, identities: readonly Identity[]): Promise<FindUser> {
  const distinct = [...new Map(identities.map((identity) => [keyOf(identity), identity])).values()];
  if (distinct.length === 0) return () => null;
  const found = await usersByIdentity.all(on, distinct);
  const users = new Map(found.map((row) => [keyOf(row), row.userId]));
  return (identity) => users.get(keyOf(identity)) ?? null;
}

/** Adds the matching users to the people named in operations, using the identities of each operation's own tool. */
export async function withUsers(
  tx: Queryable,
  operations: readonly ScopedOperation[],
): Promise<ScopedOperation[]> {
  const find = await findUsers(
    tx,
    operations.flatMap(({ scope, operation }) => identitiesOf(scope, actorOf(operation))),
  );
  return operations.map(({ scope, operation }) => ({
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
  // If a tracker reports only a name, it means the account with that name.
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

/** A person's identities, most reliable first. */
function identitiesOf({ accountId, provider }: DeliveryScope, actor: Actor | null | undefined): Identity[] {
  return [actor?.uid, actor?.email].flatMap((uid) => (uid == null ? [] : [{ accountId, provider, uid }]));
}
