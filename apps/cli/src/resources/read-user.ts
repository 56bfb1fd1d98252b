import { getAuthContext } from '@slipway/contracts';
import { CliError } from '../cli-error.js';
import type { CommandContext } from '../context.js';

/** The id of a person: `me`, `user:7`, or `none`, which is null. */
export async function readUser(written: string, { client }: CommandContext): Promise<number | null> {
  if (written === 'none') return null;
  if (written === 'me') return (await (await client()).call(getAuthContext)).user_id;
  const [, id] = /^(?:user:)?([0-9]{1,10})$/.exec(written) ?? [];
  if (id !== undefined) return Number(id);
  throw new CliError(`"${written}" is not a person.`, { hint: 'Expected: me, user:<user id> or none.' });
}
