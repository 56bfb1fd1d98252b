import { type Actor, type ChangeReport, type FileChange, omitEmpty, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { commitText, maybe, OptionalText } from '../../fields.js';
import { actor } from '../_people.js';
import { webAddress } from '../_web-address.js';
import { firstText, pageOf, type Repository, Sha, Time } from './payload.js';

const Paths = maybe(Type.Array(Type.String()));

/** A commit as pushes carry it; elsewhere the lists of files are missing. */
export const Commit = Type.Object({
  id: Sha,
  message: OptionalText,
  timestamp: Time,
  url: OptionalText,
  author: maybe(Type.Object({ name: OptionalText, email: OptionalText, username: OptionalText })),
  /** Whether no push before brought it. */
  distinct: Type.Optional(Type.Unknown()),
  added: Paths,
  removed: Paths,
  modified: Paths,
});
export type Commit = Static<typeof Commit>;

/** What a commit is told by and where. */
export interface CommitContext {
  readonly repository: Repository;
  /** Null where the delivery does not say that a branch holds the commit. */
  readonly branch: string | null;
  readonly receivedAt: number;
}

type ChangeDetails = Pick<ChangeReport, 'branch' | 'madeOn' | 'url' | 'author' | 'description' | 'files'>;

/** The change that a commit is. */
export function changeOf(commit: Commit, { repository, branch, receivedAt }: CommitContext): ChangeReport {
  const identifier = commitText(commit.id);
  return {
    kind: 'change',
    repository: repository.full_name,
    identifier,
    displayIdentifier: identifier.slice(0, 8).toWellFormed(),
    sourceType: 'GitCommit',
    timestamp: readProviderTime(commit.timestamp) ?? receivedAt,
    ...omitEmpty<ChangeDetails>({
      branch,
      madeOn: commit.distinct === true ? branch : null,
      url: webAddress(commit.url) ?? `${pageOf(repository)}/commit/${identifier}`,
      author: authorOf(commit.author),
      description: commit.message,
      files: filesOf(commit),
    }),
  };
}

/** Addresses that GitHub gives out name the login: 583231+octocat@users.noreply.github.com. */
const NOREPLY = /^(?:[0-9]+\+)?([^@+]+)@users\.noreply\.[^@]+$/i;

function authorOf(author: Commit['author']): Actor | null {
  const label = firstText(author?.name, author?.username, author?.email);
  if (label === null) return null;
  const email = firstText(author?.email);
  const login = firstText(author?.username) ?? (email === null ? null : (NOREPLY.exec(email)?.[1] ?? null));
  return actor({ label, uid: login ?? email?.toLowerCase() }, email);
}

/**
 * A rename is one path removed and another added, and GitHub does not say which belong together. The same path in both
 * lists is a file that changed its kind, such as one that became a link: an edit.
 */
function filesOf({ added, removed, modified }: Commit): FileChange[] | null {
  if (added == null && removed == null && modified == null) return null;
  const actions = new Map<string, FileChange['action']>();
  for (const path of added ?? []) actions.set(path, 'add');
  for (const path of removed ?? []) actions.set(path, actions.has(path) ? 'edit' : 'delete');
  for (const path of modified ?? []) if (!actions.has(path)) actions.set(path, 'edit');
  actions.delete('');
  return [...actions].map(([path, action]) => ({ path, action }));
}
