import { type Actor, type ChangeReport, type FileChange, omitEmpty, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { commitText, detail, detailList, TextDetail, Time, webAddress } from '../../shared/fields.js';
import { actor } from '../../shared/people.js';
import { firstText, pageOf, type Repository, Sha } from './payload.js';

const Paths = detailList(Type.String());

/** A commit. Only pushes have the lists of files. */
export const Commit = Type.Object({
  id: Sha,
  message: TextDetail,
  timestamp: Time,
  url: TextDetail,
  author: detail(Type.Object({ name: TextDetail, email: TextDetail, username: TextDetail })),
  /** True if no earlier push contained it. */
  distinct: Type.Optional(Type.Unknown()),
  added: Paths,
  removed: Paths,
  modified: Paths,
});
export type Commit = Static<typeof Commit>;

export interface CommitContext {
  readonly repository: Repository;
  /** Null if the delivery names no branch that contains the commit. */
  readonly branch: string | null;
  readonly receivedAt: number;
}

type ChangeDetails = Pick<ChangeReport, 'branch' | 'madeOn' | 'url' | 'author' | 'description' | 'files'>;

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

/** GitHub's own addresses contain the login: 583231+octocat@users.noreply.github.com. */
const NOREPLY = /^(?:[0-9]+\+)?([^@+]+)@users\.noreply\.[^@]+$/i;

function authorOf(author: Commit['author']): Actor | null {
  const label = firstText(author?.name, author?.username, author?.email);
  if (label === null) return null;
  const email = firstText(author?.email);
  const login = firstText(author?.username) ?? (email === null ? null : (NOREPLY.exec(email)?.[1] ?? null));
  return actor({ label, uid: login ?? email?.toLowerCase() }, email);
}

/**
 * GitHub reports a rename as one removed and one added path, without connecting the two. A path in both lists is a file
 * whose type changed, for example to a symbolic link: an edit.
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
