import type { MembershipRecord } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { ApiError, found, type Request } from '@slipway/http';
import type { ConsoleCaller } from '../console-endpoint.js';
import type { ConsoleServices } from '../services.js';

/** The account in the path of a download, if the caller owns it. */
export async function requireOwner(
  request: Request,
  { userId }: ConsoleCaller,
  { reads }: ConsoleServices,
): Promise<MembershipRecord> {
  const id = parseRowId(String(request.params['account_id']));
  const account = found(id === null ? null : await reads.findMembership(userId, id));
  if (account.role !== 'owner') throw new ApiError('owner_required');
  return account;
}
