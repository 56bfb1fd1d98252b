import { changePlan } from '@slipway/contracts';
import { changePlan as savePlan } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { readBilling, refuseDemo } from './present-billing.js';

export const endpoint = defineConsoleEndpoint(changePlan, async ({ account, body, audit, services }) => {
  refuseDemo(account);
  return services.database.modelTransaction(async (tx) => {
    await savePlan(tx, account.id, body.plan);
    await audit(tx, { target: `${account.plan} to ${body.plan}` });
    return readBilling(servicesIn(tx, services), account.id);
  });
});
