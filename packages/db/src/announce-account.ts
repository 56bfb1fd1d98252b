import type { LiveKind } from '@slipway/contracts';
import type { DatabaseHandle } from './database.js';
import { announceChanges } from './live-changes.js';

/** Tells the console that an account's rows changed. Streams follow projects, so this names all its projects. */
export async function announceAccount(tx: DatabaseHandle, accountId: number, kind: LiveKind): Promise<void> {
  const projects = await tx.prisma.project.findMany({ where: { accountId }, select: { id: true } });
  await announceChanges(
    tx.pool,
    projects.map(({ id }) => ({ project_id: id, kinds: [kind] })),
  );
}
