import type { TokenRestrictions } from '@slipway/db';
import { readNetwork } from '@slipway/runtime';
import { invalidField } from '../../invalid-field.js';
import type { ConsoleServices } from '../../services.js';

interface SentRestrictions {
  readonly project_ids?: readonly number[] | null | undefined;
  readonly networks?: readonly string[] | null | undefined;
}

/**
 * The sent restrictions of a token as they are stored: none for null, and absent if they were not sent. Throws a 422 for
 * projects of others and malformed networks.
 */
export async function readRestrictions(
  { project_ids: projectIds, networks }: SentRestrictions,
  userId: number,
  { reads }: ConsoleServices,
): Promise<Partial<TokenRestrictions>> {
  const visible = projectIds == null ? [] : await reads.listProjects(userId, projectIds);
  if (visible.length !== (projectIds?.length ?? 0))
    throw invalidField('project_ids', 'Choose projects of your accounts.');
  return {
    ...(projectIds !== undefined && { projectIds: visible.map(({ id }) => id) }),
    ...(networks !== undefined && { networks: [...new Set((networks ?? []).map(requireNetwork))] }),
  };
}

function requireNetwork(text: string): string {
  const network = readNetwork(text);
  if (network !== null) return network;
  throw invalidField('networks', `“${text}” is not a network such as 203.0.113.0/24 or 2001:db8::/32.`);
}

/** The restrictions as the audit log shows them; empty if there are none. */
export function describeRestrictions({ projectIds, networks }: TokenRestrictions) {
  return {
    ...(projectIds.length > 0 && { project_ids: projectIds }),
    ...(networks.length > 0 && { networks }),
  };
}
