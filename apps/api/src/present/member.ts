import type { Member } from '@slipway/contracts';
import type { ConnectedAccountRecord, MemberRecord } from '@slipway/db';
import { looksLikeEmail } from '@slipway/domain';

export function presentMember({ userId, role, connectedAccounts }: MemberRecord): Member {
  return { user_id: userId, role, connected_accounts: connectedAccounts.map(presentConnectedAccount) };
}

function presentConnectedAccount({ id, provider, uid }: ConnectedAccountRecord) {
  return { id, provider, ...(looksLikeEmail(uid) ? {} : { uid }) };
}
