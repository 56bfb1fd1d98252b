import { removeSso } from '@slipway/contracts';
import { removeSsoProvider } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { readSso } from './present-sso.js';

export const endpoint = defineConsoleEndpoint(removeSso, async ({ account, audit, services }) =>
  services.database.modelTransaction(async (tx) => {
    if (await removeSsoProvider(tx, account.id)) await audit(tx, { target: account.name });
    return readSso(servicesIn(tx, services), account);
  }),
);
