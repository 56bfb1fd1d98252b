import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { anyOf } from '../fields.js';
import { textParameter } from '../parameters.js';

/** A result in the command menu. */
export const SearchResult = Type.Object({
  kind: anyOf(['project', 'build', 'problem', 'change', 'task', 'asset']),
  title: Type.String(),
  detail: Type.String(),
  /** The path of its page. */
  url: Type.String(),
});
export type SearchResult = Static<typeof SearchResult>;

export const searchAccount = describeConsole({
  name: 'searchAccount',
  method: 'GET',
  path: '/accounts/:account_id/search',
  query: {
    q: textParameter('A build number, error, changelist, SHA, task id or title, asset path or project name.'),
  },
  response: Type.Object({ results: Type.Array(SearchResult) }),
});
