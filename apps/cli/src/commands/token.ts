import { ApiToken, listApiTokens, revokeApiToken } from '@slipway/contracts';
import { pageAt } from '@slipway/domain';
import { defineCommand } from '../define-command.js';
import { openPage } from '../open-page.js';
import { column, statusColumn, textColumn, timeColumn } from '../output/columns.js';
import { fieldsOf } from '../output/json.js';
import { scopeNote } from '../resources/scope-note.js';

export const create = defineCommand({
  summary: 'Open the page that creates API tokens',
  description:
    'Tokens are created in the browser: no token creates another. Prints the address when stdout is not a terminal.',
  examples: ['slipway token create'],
  run: (context) => openPage(context, pageAt('/settings/tokens', {})),
});

const columns = [
  column<ApiToken>('ID', ({ id }) => id),
  statusColumn<ApiToken>('STATE', ({ state }) => state),
  textColumn<ApiToken>('NAME', ({ name }) => name),
  column<ApiToken>('PREFIX', ({ prefix }) => prefix),
  timeColumn<ApiToken>('LAST USED', ({ last_used_at }) => last_used_at),
  timeColumn<ApiToken>('EXPIRES', ({ expires_at }) => expires_at),
];

export const list = defineCommand({
  summary: 'List your API tokens',
  ...scopeNote(listApiTokens),
  examples: ['slipway token list', 'slipway token list --json name,scopes,last_used_at'],
  json: fieldsOf(ApiToken),
  async run({ client, output }) {
    const { tokens } = await (await client()).call(listApiTokens);
    await output.list(tokens, { columns, empty: 'You have no tokens.' });
  },
});

export const revoke = defineCommand({
  summary: 'Revoke one of your API tokens',
  ...scopeNote(revokeApiToken),
  examples: ['slipway token revoke 12'],
  json: fieldsOf(ApiToken),
  arguments: { id: { description: 'the id of the token' } },
  async run({ client, output }, { id }) {
    const token = await (await client()).call(revokeApiToken, { params: { token_id: id } });
    if (output.json !== null) return output.value(token);
    output.note(`Revoked ${token.name} (${token.prefix}…). It no longer works.`);
  },
});
