import Type, { type Static } from 'typebox';
import { ROLES } from '../console-endpoint.js';
import { describeEndpoint, type EndpointGroup } from '../endpoint.js';
import { anyOf, DigitsId } from '../fields.js';
import { PLANS } from '../values.js';

const group: EndpointGroup = { name: 'Accounts', description: 'The accounts that the user belongs to.' };

export const Account = Type.Object(
  {
    id: Type.Integer(),
    prefixed_id: Type.String(),
    plan: anyOf(PLANS),
    role: anyOf(ROLES),
    is_default: Type.Boolean({ description: 'Whether the workspace feed shows it if no account is named.' }),
    project_ids: Type.Array(DigitsId, { description: 'Its projects, by id.' }),
  },
  { title: 'Account' },
);
export type Account = Static<typeof Account>;

export const AccountList = Type.Object({ accounts: Type.Array(Account) }, { title: 'AccountList' });
export type AccountList = Static<typeof AccountList>;

export const listAccounts = describeEndpoint({
  name: 'listAccounts',
  group,
  method: 'GET',
  path: '/v1/accounts',
  scope: 'any_token',
  summary: 'List the accounts that the user belongs to, with plan and role',
  description: 'Accounts are identified by id only: the name of a personal account is the name of a person.',
  response: AccountList,
});
