import {
  type AppSecrets,
  type OpenedSecret,
  openChannelText,
  openClientSecret,
  openFactorSecret,
  openMaskedValue,
  sealChannelText,
  sealClientSecret,
  sealFactorSecret,
  sealMaskedValue,
} from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { isUniqueViolation } from '../../outage.js';

/** A stored secret that is the only one in its row. */
export interface SingleSecret {
  readonly opened: OpenedSecret | null;
  /** Encrypts it with the current APP_SECRET. False if it was replaced meanwhile, which did the same. */
  reseal(secret: string): Promise<boolean>;
}

/** Every such secret: masked values, notification channels, second factors and identity providers. */
export async function* eachSingleSecret(
  { prisma }: DatabaseHandle,
  appSecrets: AppSecrets,
): AsyncGenerator<SingleSecret> {
  yield* maskedValues(prisma, appSecrets);
  yield* channelConfigs(prisma, appSecrets);
  yield* factors(prisma, appSecrets);
  yield* clientSecrets(prisma, appSecrets);
}

type Models = DatabaseHandle['prisma'];

const PAGE = 500;

async function* eachRow<Row, Id>(
  first: Id,
  read: (page: { readonly after: { gt: Id }; readonly take: number }) => Promise<Row[]>,
  idOf: (row: Row) => Id,
): AsyncGenerator<Row> {
  for (let after = first; ; ) {
    const rows = await read({ after: { gt: after }, take: PAGE });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = idOf(last);
  }
}

async function* maskedValues({ maskedValue }: Models, appSecrets: AppSecrets): AsyncGenerator<SingleSecret> {
  const rows = eachRow(
    0,
    ({ after, take }) => maskedValue.findMany({ where: { id: after }, orderBy: { id: 'asc' }, take }),
    ({ id }) => id,
  );
  for await (const { id, projectId, ciphertext: stored } of rows)
    yield {
      opened: openMaskedValue(appSecrets, projectId, stored),
      async reseal(secret) {
        const { ciphertext, fingerprint } = sealMaskedValue(appSecrets, projectId, secret);
        try {
          await maskedValue.updateMany({ where: { id }, data: { ciphertext, fingerprint } });
        } catch (error) {
          // Processes with different APP_SECRET values have stored the same masked value twice.
          if (!isUniqueViolation(error)) throw error;
          await maskedValue.deleteMany({ where: { id } });
        }
        return true;
      },
    };
}

async function* channelConfigs(
  { notificationChannel }: Models,
  appSecrets: AppSecrets,
): AsyncGenerator<SingleSecret> {
  const select = { id: true, config: true } as const;
  const rows = eachRow(
    '00000000-0000-0000-0000-000000000000',
    ({ after, take }) =>
      notificationChannel.findMany({ where: { id: after }, orderBy: { id: 'asc' }, take, select }),
    ({ id }) => id,
  );
  for await (const { id, config } of rows)
    yield {
      opened: openChannelText(appSecrets, id, config),
      async reseal(secret) {
        const data = { config: sealChannelText(appSecrets, id, secret).ciphertext };
        return (await notificationChannel.updateMany({ where: { id, config }, data })).count > 0;
      },
    };
}

async function* factors({ secondFactor }: Models, appSecrets: AppSecrets): AsyncGenerator<SingleSecret> {
  const select = { userId: true, ciphertext: true } as const;
  const rows = eachRow(
    0,
    ({ after, take }) =>
      secondFactor.findMany({ where: { userId: after }, orderBy: { userId: 'asc' }, take, select }),
    ({ userId }) => userId,
  );
  for await (const { userId, ciphertext } of rows)
    yield {
      opened: openFactorSecret(appSecrets, userId, ciphertext),
      async reseal(secret) {
        const data = { ciphertext: sealFactorSecret(appSecrets, userId, secret) };
        return (await secondFactor.updateMany({ where: { userId, ciphertext }, data })).count > 0;
      },
    };
}

/** There is at most one for each account. */
async function* clientSecrets({ ssoProvider }: Models, appSecrets: AppSecrets): AsyncGenerator<SingleSecret> {
  const rows = await ssoProvider.findMany({ select: { accountId: true, clientSecret: true } });
  for (const { accountId, clientSecret } of rows)
    yield {
      opened: openClientSecret(appSecrets, accountId, clientSecret),
      async reseal(secret) {
        const data = { clientSecret: sealClientSecret(appSecrets, accountId, secret) };
        return (await ssoProvider.updateMany({ where: { accountId, clientSecret }, data })).count > 0;
      },
    };
}
