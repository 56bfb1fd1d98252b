import { ApiToken, revokeApiToken } from '@slipway/contracts';
import { defineCommand } from '../../define-command.js';
import { fieldsOf } from '../../output/fields.js';
import { scopeNote } from '../../resources/scope-note.js';

export const command = defineCommand({
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
