import { type AppSecrets, openFactorSecret, sealFactorSecret } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';

interface FactorRow {
  readonly userId: number;
  readonly ciphertext: Uint8Array;
}

const PAGE = 500;

/** The secret of every second factor, in the order of the users' ids. */
export async function* eachFactor({ prisma }: DatabaseHandle): AsyncGenerator<FactorRow> {
  for (let after = 0; ; ) {
    const rows = await prisma.secondFactor.findMany({
      where: { userId: { gt: after } },
      orderBy: { userId: 'asc' },
      take: PAGE,
      select: { userId: true, ciphertext: true },
    });
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.userId ?? after;
  }
}

/** Re-encrypts a factor's secret with the current APP_SECRET if it was stored with another. Returns whether it was. */
export async function resealFactor(
  { prisma }: DatabaseHandle,
  appSecrets: AppSecrets,
  { userId, ciphertext }: FactorRow,
): Promise<boolean> {
  const opened = openFactorSecret(appSecrets, userId, ciphertext);
  if (opened === null || opened.isCurrent) return false;
  // A factor that was set up again in the meantime keeps its new secret.
  const { count } = await prisma.secondFactor.updateMany({
    where: { userId, ciphertext: new Uint8Array(ciphertext) },
    data: { ciphertext: sealFactorSecret(appSecrets, userId, opened.secret) },
  });
  return count === 1;
}
