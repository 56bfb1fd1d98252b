import type { ChangeLink } from '@slipway/contracts';
import type { ChangeLinkRecord } from '@slipway/db';
import { sanitizeAuthor, sanitizeText } from '@slipway/domain';
import type { ConsoleServices } from './services.js';

/** A change as other records name it. */
export function presentChangeLink(change: ChangeLinkRecord): ChangeLink {
  return {
    id: change.id,
    display_identifier: sanitizeText(change.displayIdentifier),
    subject: sanitizeText(change.description.split('\n')[0] ?? ''),
    author: sanitizeAuthor(change.author),
  };
}

/** Names a user of the account. Somebody who left is no co-member, and stays without a name. */
export type NameOf = (userId: number | null) => string;

/** Reads the names of an account's people. */
export async function accountNames({ reads }: ConsoleServices, accountId: number): Promise<NameOf> {
  const names = new Map((await reads.listMemberNames(accountId)).map(({ id, name }) => [id, name]));
  return (userId) => (userId === null ? '' : (names.get(userId) ?? 'A former member'));
}

/** Who did something: the user if known, else the author as the tool named them. */
export function presentActor(nameOf: NameOf, userId: number | null, label: string): string {
  return nameOf(userId) || sanitizeAuthor(label).trim();
}
