import { copyInvitation } from '@slipway/contracts';
import { findOpenInvitation } from '@slipway/db';
import { invitationPath, parseUuid } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentRecipient } from './present-recipient.js';

export const endpoint = defineConsoleEndpoint(copyInvitation, async ({ account, params, audit, services }) => {
  const id = found(parseUuid(params.invitation_id));
  await services.database.modelTransaction(async (tx) => {
    const { email } = found(await findOpenInvitation(tx, account.id, id));
    await audit(tx, { target: presentRecipient(email) });
  });
  return { url: services.baseUrl + invitationPath(services.copiedInvitationLinks.tokenOf(id)) };
});
