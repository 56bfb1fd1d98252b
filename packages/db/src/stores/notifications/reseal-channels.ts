import { type AppSecrets, openChannelText, sealChannelText } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';

interface ChannelConfigRow {
  readonly id: string;
  readonly config: Uint8Array<ArrayBuffer>;
}

const PAGE = 500;

/** Every stored channel configuration, in id order. */
export async function* eachChannelConfig({ prisma }: DatabaseHandle): AsyncGenerator<ChannelConfigRow> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await prisma.notificationChannel.findMany({
      where: { id: { gt: after } },
      orderBy: { id: 'asc' },
      take: PAGE,
      select: { id: true, config: true },
    });
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/**
 * Re-encrypts a channel's configuration with the current APP_SECRET if it was stored with another. Returns whether it
 * did; not if an owner has changed the configuration meanwhile, which encrypts it with the current value.
 */
export async function resealChannelConfig(
  { prisma }: DatabaseHandle,
  appSecrets: AppSecrets,
  { id, config }: ChannelConfigRow,
): Promise<boolean> {
  const opened = openChannelText(appSecrets, id, config);
  if (opened === null || opened.isCurrent) return false;
  const { ciphertext } = sealChannelText(appSecrets, id, opened.secret);
  const { count } = await prisma.notificationChannel.updateMany({
    where: { id, config },
    data: { config: ciphertext },
  });
  return count > 0;
}
