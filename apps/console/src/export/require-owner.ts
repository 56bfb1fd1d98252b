import type { MembershipRecord } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { ApiError, found, type Request } from '@slipway/http';
import { requireConfirmed } from '../auth/confirmation/confirmed.js';
import type { ConsoleCaller } from '../console-endpoint.js';
import type { ConsoleServices } from '../services.js';

/** The account in the path of a download, if the caller owns it and proved lately who they are. */
export async function requireOwner(
  request: Request,
  caller: ConsoleCaller,
  { reads, clock }: ConsoleServices,
): Promise<MembershipRecord> {
  const id = parseRowId(String(request.params['account_id']));
  const account = found(id === null ? null : await reads.findMembership(caller.userId, id));
  if (account.role !== 'owner') throw new ApiError('owner_required');
  requireConfirmed(caller, { clock });
  return account;
}
