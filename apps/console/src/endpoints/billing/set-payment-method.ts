import { setPaymentMethod } from '@slipway/contracts';
import { setPaymentMethod as savePaymentMethod } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { readBilling, refuseDemo } from './present-billing.js';

export const endpoint = defineConsoleEndpoint(setPaymentMethod, async ({ account, body, audit, services }) => {
  refuseDemo(account);
  return services.database.modelTransaction(async (tx) => {
    await savePaymentMethod(tx, account.id, body.present);
    await audit(tx, { target: body.present ? 'Added' : 'Removed' });
    return readBilling(servicesIn(tx, services), account.id);
  });
});
