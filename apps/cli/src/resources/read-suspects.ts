import type { Client } from '@slipway/client';
import { type BuildSuspects, getBuildSuspects } from '@slipway/contracts';
import { isSlipwayError } from '../explain-error.js';
import type { BuildPath } from './find-build.js';

/** The suspects of a failed build; null if the service is older than this endpoint. */
export async function readSuspects(client: Client, params: BuildPath): Promise<BuildSuspects | null> {
  try {
    return await client.call(getBuildSuspects, { params });
  } catch (error) {
    if (isSlipwayError(error) && error.status === 404) return null;
    throw error;
  }
}
