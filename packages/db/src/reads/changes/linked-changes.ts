import type { ModelColumns, RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { withNumbers } from '../../numbers.js';

export const changeLink = {
  id: true,
  projectId: true,
  identifier: true,
  displayIdentifier: true,
  description: true,
  author: true,
  authorUserId: true,
} as const;

/** A change as other records refer to it. */
export type ChangeLinkRecord = Pick<RowOf<ModelColumns<'Change'>>, keyof typeof changeLink>;

const SHORT = /^[0-9a-f]{7,39}$/;

/** The changes in some projects that have one of these names: a changelist number, or a full or short hash. */
export async function findNamedChanges(
  { prisma }: DatabaseHandle,
  projectIds: readonly number[],
  names: readonly string[],
): Promise<ChangeLinkRecord[]> {
  const wanted = [...new Set(names)].filter((name) => name !== '');
  if (wanted.length === 0) return [];
  const changes = await prisma.change.findMany({
    where: {
      projectId: { in: [...projectIds] },
      OR: [
        { identifier: { in: wanted } },
        // All hashes that begin with a short hash sort between it and itself padded with the last digit.
        ...wanted
          .filter((name) => SHORT.test(name))
          .map((name) => ({ identifier: { gte: name, lte: name.padEnd(64, 'f'), startsWith: name } })),
      ],
    },
    select: changeLink,
    orderBy: { id: 'desc' },
  });
  return changes.map(withNumbers);
}

/** The newest change in a project that has one of these names; earlier names take precedence. */
export function pickNamedChange(
  changes: readonly ChangeLinkRecord[],
  projectId: number,
  names: readonly string[],
): ChangeLinkRecord | null {
  for (const name of names) {
    if (name === '') continue;
    const found = changes.find(
      (change) =>
        change.projectId === projectId &&
        (change.identifier === name || (SHORT.test(name) && change.identifier.startsWith(name))),
    );
    if (found !== undefined) return found;
  }
  return null;
}

const CHANGELIST = /^CL ?([0-9]{1,18})$/i;
/** Identifiers of all sources, except numbers: these are ids of rows unless `CL` precedes them. */
const IDENTIFIER = /^(?=.*\D)[\w.:/@-]{1,200}$/;

/**
 * The change that people mean by a SHA, the start of one, or `CL 48317`: the newest, if several repositories have it. Of
 * several SHAs that begin alike, the newest change of each.
 */
async function findChangeIds(on: DatabaseHandle, projectId: number, name: string): Promise<number[]> {
  const wanted = CHANGELIST.exec(name)?.[1] ?? (SHORT.test(name.toLowerCase()) ? name.toLowerCase() : name);
  if (wanted === name && !IDENTIFIER.test(name)) return [];
  const changes = await findNamedChanges(on, [projectId], [wanted]);
  const exact = changes.find(({ identifier }) => identifier === wanted);
  const meant = exact === undefined ? changes : [exact];
  return [...new Map(meant.toReversed().map(({ identifier, id }) => [identifier, id])).values()];
}

export const reads = { findChangeIds };
