import { type ChangeDetail, getChange } from '@slipway/contracts';
import type { Client } from './client.js';
import { SlipwayError } from './errors.js';

/** A change as a person names it: by its id, SHA or changelist number. */
export interface NamedChange {
  readonly projectId: string | number;
  readonly name: string;
  readonly signal?: AbortSignal;
}

/** Reads a change. A number alone is an id if a change has it, otherwise a changelist. */
export async function findChange(client: Client, { projectId, name, signal }: NamedChange): Promise<ChangeDetail> {
  const written = name.trim();
  const read = (id: string) =>
    client.call(getChange, { params: { project_id: projectId, id }, ...(signal && { signal }) });
  if (!/^[0-9]+$/.test(written)) return read(written);
  return read(written).catch((error: unknown) => {
    if (!(error instanceof SlipwayError) || error.status !== 404) throw error;
    return read(`CL ${written}`);
  });
}
