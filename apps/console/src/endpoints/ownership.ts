import {
  checkOwnership,
  findOwner,
  getOwnership,
  type Ownership,
  type OwnershipFlaw,
  saveOwnership,
} from '@slipway/contracts';
import { type ProjectRecord, saveOwnership as saveRules } from '@slipway/db';
import { type OwnerDirectory, parseOwners, resolveOwner, sanitizeText, slugOf } from '@slipway/domain';
import { presentTime } from '@slipway/rest';
import { defineConsoleChange, defineConsoleEndpoint } from '../console-endpoint.js';
import { invalidField } from '../invalid-field.js';
import { memberNames } from '../presenters.js';
import type { ConsoleServices } from '../services.js';

export const get = defineConsoleEndpoint(getOwnership, ({ project, services }) =>
  showOwnership(services, project),
);

export const check = defineConsoleEndpoint(checkOwnership, async ({ project, body, services }) =>
  checked(body.text, await services.reads.findOwnerDirectory(project.accountId)),
);

export const save = defineConsoleChange(saveOwnership, async ({ caller, project, body, tx, audit, services }) => {
  const directory = await services.reads.findOwnerDirectory(project.accountId);
  const text = withoutAddresses(body.text, directory);
  const savedAt = new Date(services.clock.now());
  await saveRules(tx, { projectId: project.id, text, userId: caller.userId, savedAt });
  await audit({ target: project.name, detail: { rules: parseOwners(text).rules.length } });
  return showOwnership(services, project);
});

export const find = defineConsoleEndpoint(findOwner, async ({ project, query, services }) => {
  const { reads, clock } = services;
  const ownersOf = await reads.findOwnership(project, clock.now());
  const found = ownersOf(query.kind ?? 'path', query.name ?? '');
  const nameOf = await memberNames(services, project.accountId);
  const owners = found?.owners.map(({ owner, groupName, onCallUserId }) => ({
    name: 'userId' in owner ? (nameOf(owner.userId) ?? '') : (groupName ?? ''),
    on_call: nameOf(onCallUserId),
  }));
  return { rule: found?.rule ?? null, owners: owners ?? [] };
});

const SHOWN_FLAWS = 50;

function checked(text: string, directory: OwnerDirectory) {
  const { rules, flaws } = parseOwners(text);
  const unknown = rules.flatMap(({ line, owners }) =>
    owners
      .filter((owner) => resolveOwner(owner, directory) === null)
      .map((owner) => ({ line, message: unknownOwner(owner) })),
  );
  const all: OwnershipFlaw[] = [...flaws, ...unknown].toSorted((a, b) => a.line - b.line);
  return { rules: rules.length, flaws: all.slice(0, SHOWN_FLAWS), flaw_count: all.length };
}

const unknownOwner = (owner: string) =>
  owner.includes('@')
    ? `${owner} is the address of no member of this account.`
    : `@${owner} is no group of this account, and not one of its members.`;

const ADDRESS = /^[^@\s]+@[^@\s]+$/;

/**
 * Rules are shown to all members, so names replace the addresses of owners, and what follows the at-sign of others is
 * left out. Refuses an owner who is not a member.
 */
function withoutAddresses(text: string, directory: OwnerDirectory): string {
  const unread = new Set(parseOwners(text).flaws.map(({ line }) => line));
  const rows = text.split('\n').map((row, index) => {
    const line = index + 1;
    if (unread.has(line)) return sanitizeText(row);
    const comment = /(?:^|\s)#/.exec(row)?.index ?? row.length;
    // The first word is the pattern.
    const [indent = '', pattern = '', ...words] = row.slice(0, comment).split(/(\S+)/);
    const owners = words.map((word) => (ADDRESS.test(word) ? nameOfAddress(word, line, directory) : word));
    return [indent, pattern, ...owners, sanitizeText(row.slice(comment))].join('');
  });
  return rows.join('\n');
}

function nameOfAddress(address: string, line: number, directory: OwnerDirectory): string {
  const owner = resolveOwner(address, directory);
  const person = directory.people.find(
    ({ userId }) => owner !== null && 'userId' in owner && owner.userId === userId,
  );
  const name = person === undefined ? undefined : nameFor(person, directory);
  if (name === undefined) throw invalidField('text', `Line ${line}: ${unknownOwner(address)}`);
  return `@${name}`;
}

/** A name that means this person and nobody else. */
function nameFor(person: OwnerDirectory['people'][number], directory: OwnerDirectory): string | undefined {
  return [slugOf(person.name), ...person.logins].find((name) => {
    const owner = name.includes('@') ? null : resolveOwner(name, directory);
    return owner !== null && 'userId' in owner && owner.userId === person.userId;
  });
}

async function showOwnership(services: ConsoleServices, { id, accountId }: ProjectRecord): Promise<Ownership> {
  // Sequential, because these reads may share a transaction, which has only one connection.
  const saved = await services.reads.findOwnershipRules(id);
  const directory = await services.reads.findOwnerDirectory(accountId);
  const nameOf = await memberNames(services, accountId);
  return {
    ...checked(saved?.text ?? '', directory),
    text: saved?.text ?? '',
    saved_at: saved === null ? null : presentTime(saved.savedAt),
    saved_by: saved === null ? null : nameOf(saved.userId),
  };
}
