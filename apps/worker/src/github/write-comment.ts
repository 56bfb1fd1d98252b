import {
  findComment,
  forgetComment,
  listCommitBuilds,
  type PendingUpdate,
  type PullRequestKey,
  saveComment,
} from '@slipway/db';
import { commentMarker, type PullRequestComment, pullRequestComment } from '@slipway/destinations';
import { incompleteAnswer, isObject, type Json, repositoryPath } from './github-api.js';
import { GithubError } from './github-error.js';
import type { Writing } from './writing.js';

/** A page of comments or pull requests with their full texts. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024;
const PER_PAGE = 100;
/** A comment that comes after so many others is not found again. */
const MAX_PAGES = 10;
/** Pull requests of one commit that get a comment. */
const MAX_PULLS = 5;

/**
 * Writes the findings of a commit's builds to the open pull requests that end with it. Each has one comment, which is
 * edited. An older commit of a pull request changes nothing, so the comment never goes back.
 */
export async function writeComment(update: PendingUpdate, writing: Writing): Promise<void> {
  const { database, options } = writing;
  const { repository, sha } = update;
  const builds = await listCommitBuilds(database, { projectId: options.projectId, sha });
  const comment = pullRequestComment(sha, builds, options);
  for (const pullNumber of await findPulls(update, writing)) {
    const key = { integrationId: writing.integrationId, repository, pullNumber };
    const commentId = await putComment(key, comment, writing);
    if (commentId !== null) await saveComment(database, key, { commentId, showsFailure: comment.showsFailure });
  }
}

/** https://docs.github.com/en/rest/commits/commits#list-pull-requests-associated-with-a-commit */
async function findPulls({ repository, sha }: PendingUpdate, { api }: Writing): Promise<number[]> {
  const pulls = await api.list({
    method: 'GET',
    path: `${repositoryPath(repository, 'commits', sha, 'pulls')}?per_page=${PER_PAGE}`,
    place: repository,
    maxAnswerBytes: MAX_PAGE_BYTES,
  });
  return pulls
    .filter(({ state, head }) => state === 'open' && isObject(head) && head.sha === sha)
    .flatMap(({ number }) => (typeof number === 'number' ? [number] : []))
    .slice(0, MAX_PULLS);
}

/** Edits the comment, or creates it if there is a failure to show. Returns its id; null if there is none. */
async function putComment(
  key: PullRequestKey,
  comment: PullRequestComment,
  writing: Writing,
): Promise<number | null> {
  const known = await findComment(writing.database, key);
  const knownId = known?.commentId ?? null;
  if (knownId !== null && (await editComment(key, { id: knownId, comment }, writing))) return knownId;
  if (known === null && !comment.showsFailure) return null;
  const found = await searchComment(key, writing);
  if (found !== null && (await editComment(key, { id: found, comment }, writing))) return found;
  if (comment.showsFailure) return createComment(key, comment, writing);
  await forgetComment(writing.database, key);
  return null;
}

/** False if somebody has deleted the comment. */
async function editComment(
  { repository }: PullRequestKey,
  { id, comment: { body } }: { readonly id: number; readonly comment: PullRequestComment },
  { api }: Writing,
): Promise<boolean> {
  try {
    const path = repositoryPath(repository, 'issues', 'comments', id);
    await api.object({ method: 'PATCH', path, body: { body }, place: repository });
    return true;
  } catch (error) {
    if (error instanceof GithubError && error.status === 404) return false;
    throw error;
  }
}

/** Notes the comment first: if the answer is lost, even a pass must find it again and edit it. */
async function createComment(
  key: PullRequestKey,
  { body }: PullRequestComment,
  { database, api }: Writing,
): Promise<number> {
  await saveComment(database, key, { commentId: null, showsFailure: true });
  const { repository, pullNumber } = key;
  const path = repositoryPath(repository, 'issues', pullNumber, 'comments');
  const { id } = await api.object({ path, body: { body }, place: repository });
  if (typeof id !== 'number') throw incompleteAnswer(repository);
  return id;
}

/**
 * Finds the comment of an earlier attempt whose answer was lost. Others may copy its marker, so the author counts too.
 */
async function searchComment(
  { repository, pullNumber }: PullRequestKey,
  { api, appId, options }: Writing,
): Promise<number | null> {
  const marker = commentMarker(options);
  const ownId = appId === null ? (await api.object({ method: 'GET', path: '/user', place: 'its user' })).id : null;
  const isOwn = ({ body, user, performed_via_github_app: app }: Json) =>
    typeof body === 'string' &&
    body.startsWith(marker) &&
    (appId === null
      ? isObject(user) && user.id === ownId
      : isObject(app) && (String(app.id) === appId || app.client_id === appId));
  const list = repositoryPath(repository, 'issues', pullNumber, 'comments');
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const path = `${list}?per_page=${PER_PAGE}&page=${page}`;
    const comments = await api.list({ method: 'GET', path, place: repository, maxAnswerBytes: MAX_PAGE_BYTES });
    const found = comments.find(isOwn);
    if (typeof found?.id === 'number') return found.id;
    if (comments.length < PER_PAGE) break;
  }
  return null;
}
