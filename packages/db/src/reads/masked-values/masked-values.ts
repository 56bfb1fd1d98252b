import type { MaskingProject, SealedValue } from '@slipway/domain';
import { computed } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { sql } from '../../sql.js';

/** The masked values of a project `p`, as stored. */
export const maskedValues = computed<'json', readonly SealedValue[]>(
  'json',
  sql`COALESCE((SELECT json_agg(json_build_object('name', v.name, 'ciphertext', encode(v.ciphertext, 'base64'))
        ORDER BY v.id) FROM masked_values v WHERE v.project_id = p.id), '[]')`,
);

function listMaskedValues({ prisma }: DatabaseHandle, projectId: number) {
  return prisma.maskedValue.findMany({
    where: { projectId },
    orderBy: { name: 'asc' },
    select: { id: true, name: true, createdById: true, createdAt: true },
  });
}

/** Projects with their masked values, by id. */
export async function findMaskingProjects(
  { prisma }: DatabaseHandle,
  projectIds: readonly number[],
): Promise<Map<number, MaskingProject>> {
  const rows = await prisma.maskedValue.findMany({
    where: { projectId: { in: [...projectIds] } },
    orderBy: { id: 'asc' },
    select: { projectId: true, name: true, ciphertext: true },
  });
  return new Map(
    projectIds.map((id) => [
      id,
      { id, maskedValues: rows.filter(({ projectId }) => projectId === id).map(toSealed) },
    ]),
  );
}

/** Has the same shape as the column of the same name. */
export function toSealed(row: { readonly name: string; readonly ciphertext: Uint8Array }): SealedValue {
  return { name: row.name, ciphertext: Buffer.from(row.ciphertext).toString('base64') };
}

export const reads = { listMaskedValues, findMaskingProjects };
