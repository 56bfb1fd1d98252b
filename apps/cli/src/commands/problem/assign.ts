import { getAuthContext } from '@slipway/contracts';
import { CliError } from '../../cli-error.js';
import type { CommandContext } from '../../context.js';
import { defineProblemEdit } from '../../resources/define-problem-edit.js';

async function readUser(written: string, { client }: CommandContext): Promise<number | null> {
  if (written === 'none') return null;
  if (written === 'me') return (await (await client()).call(getAuthContext)).user_id;
  const [, id] = /^(?:user:)?([0-9]{1,10})$/.exec(written) ?? [];
  if (id !== undefined) return Number(id);
  throw new CliError(`"${written}" is not a person.`, { hint: 'Expected: me, user:<user id> or none.' });
}

export const command = defineProblemEdit({
  summary: 'Assign a problem to a member',
  examples: ['slipway problem assign 12 me', 'slipway problem assign 12 user:7', 'slipway problem assign 12 none'],
  arguments: { person: { description: 'me, user:<user id> or none' } },
  edit: async ({ person = '' }, context) => ({ assignee_user_id: await readUser(person, context) }),
  describe: ({ id, assignee_user_id: user }) =>
    user === null ? `Problem ${id} is assigned to nobody.` : `Assigned problem ${id} to user:${user}.`,
});
