import { ApiToken, listApiTokens } from '@slipway/contracts';
import { defineCommand } from '../../define-command.js';
import { column, statusColumn, textColumn, timeColumn } from '../../output/columns.js';
import { fieldsOf } from '../../output/fields.js';
import { scopeNote } from '../../resources/scope-note.js';

const columns = [
  column<ApiToken>('ID', ({ id }) => id),
  statusColumn<ApiToken>('STATE', ({ state }) => state),
  textColumn<ApiToken>('NAME', ({ name }) => name),
  column<ApiToken>('PREFIX', ({ prefix }) => prefix),
  timeColumn<ApiToken>('LAST USED', ({ last_used_at }) => last_used_at),
  timeColumn<ApiToken>('EXPIRES', ({ expires_at }) => expires_at),
];

export const command = defineCommand({
  summary: 'List your API tokens',
  ...scopeNote(listApiTokens),
  examples: ['slipway token list', 'slipway token list --json name,scopes,last_used_at'],
  json: fieldsOf(ApiToken),
  async run({ client, output }) {
    const { tokens } = await (await client()).call(listApiTokens);
    await output.list(tokens, { columns, empty: 'You have no tokens.' });
  },
});
