import { listMembers, Member } from '@slipway/contracts';
import { defineCommand } from '../define-command.js';
import { column, textColumn } from '../output/columns.js';
import { fieldsOf } from '../output/json.js';
import { scopeNote } from '../resources/scope-note.js';

const columns = [
  column<Member>('USER', ({ user_id }) => user_id),
  column<Member>('ROLE', ({ role }) => role),
  textColumn<Member>('CONNECTED ACCOUNTS', ({ connected_accounts }) =>
    connected_accounts.map(({ provider, uid }) => (uid === undefined ? provider : `${provider}:${uid}`)).join(' '),
  ),
];

export const list = defineCommand({
  summary: 'List project members by user id',
  ...scopeNote(listMembers),
  examples: ['slipway member list', 'slipway member list --json user_id,role'],
  project: true,
  json: fieldsOf(Member),
  async run({ client, project, output }) {
    const params = { project_id: (await project()).id };
    const { members, assignee_handles, truncated } = await (await client()).call(listMembers, { params });
    await output.list(members, { columns, empty: 'The project has no members.' });
    if (output.json !== null) return;
    if (truncated) output.note('\nThere are more members than shown.');
    if (assignee_handles.length > 0) output.note(`\nAgent handles: ${assignee_handles.join(', ')}`);
  },
});
