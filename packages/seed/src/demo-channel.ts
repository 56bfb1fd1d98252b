import { addChannel, changeChannel, type Database } from '@slipway/db';
import { type ChannelConfig, sealChannelConfig, targetOf } from '@slipway/destinations';
import { accountIds, userIds } from './people.js';
import { projectIds } from './projects.js';

/** The same in every demo, so that a later start finds it. */
const CHANNEL_ID = '0193a000-0000-7000-8000-00000000d3f0';

interface Receiver {
  readonly appSecret: string;
  readonly receiverUrl: string;
  /** Whether the demo was just seeded. */
  readonly isNew: boolean;
}

/**
 * Connects a project to the page that shows notifications, with the rules of a new channel. A later start with another
 * port only changes the address: an owner may have removed the channel, or changed its rules.
 */
export async function connectReceiver(
  database: Database,
  { appSecret, receiverUrl, isNew }: Receiver,
): Promise<void> {
  const config: ChannelConfig = { kind: 'slack_webhook', url: receiverUrl };
  const id = CHANNEL_ID;
  const projectId = projectIds.second;
  const sealed = { target: targetOf(config), config: sealChannelConfig([appSecret], id, config) };
  if (isNew) {
    const owner = { accountId: accountIds.studio, projectId, userId: userIds.owner };
    const channel = { id, ...owner, kind: config.kind, name: 'Demo receiver', ...sealed };
    await database.modelTransaction((tx) => addChannel(tx, channel));
    return;
  }
  const { prisma } = database;
  const moved = await prisma.notificationChannel.count({
    where: { id, projectId, target: { not: sealed.target } },
  });
  if (moved > 0) await changeChannel(database, { projectId, id }, sealed);
}
