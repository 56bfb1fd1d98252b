import { dispatchInputs, revisionParameters } from '@slipway/domain';
import { type GithubApi, type Json, repositoryPath } from '../github/github-api.js';
import { GithubError } from '../github/github-error.js';
import { NoRevisionError, type RunAtRevision, type StartedRun } from './rerun-deps.js';
import { type GithubDeps, type GithubPlace, onGithub } from './rerun-on-github.js';

/**
 * Dispatches the workflow of a run with the commit as an input: GitHub runs a workflow only at branches and tags. Throws
 * a NoRevisionError if the workflow has no such input.
 * https://docs.github.com/en/rest/actions/workflows#create-a-workflow-dispatch-event
 */
export function runOnGithub(
  place: GithubPlace,
  { build, identifier }: RunAtRevision,
  deps: GithubDeps,
): Promise<StartedRun> {
  const { repository, runId } = place;
  const at = (...parts: readonly (string | number)[]) => repositoryPath(repository, ...parts);
  return onGithub(place, build, deps, async (api) => {
    const run = await api.object({
      method: 'GET',
      path: at('actions', 'runs', runId),
      place: `run ${runId}`,
      maxAnswerBytes: MAX_ANSWER_BYTES,
    });
    const { workflow_id: workflowId, path, head_branch: branch } = run;
    if (typeof workflowId !== 'number' || typeof path !== 'string' || typeof branch !== 'string')
      throw new NoRevisionError(NO_INPUT);
    const file = path.split('@', 1)[0] ?? '';
    const source = await readFile(
      api,
      `${at('contents')}/${file.split('/').map(encodeURIComponent).join('/')}`,
      branch,
    );
    const chosen = build.config['revision_parameter'];
    const names = revisionParameters(
      dispatchInputs(source),
      identifier,
      typeof chosen === 'string' ? chosen : null,
    );
    if (names.length === 0) throw new NoRevisionError(NO_INPUT);
    const dispatched = await api.object({
      path: at('actions', 'workflows', workflowId, 'dispatches'),
      place: `workflow ${workflowId}`,
      body: {
        ref: branch,
        inputs: Object.fromEntries(names.map((name) => [name, identifier])),
        return_run_details: true,
      },
    });
    return { buildNumber: await findRunNumber(api, dispatched, at), queueItem: null };
  });
}

const MAX_ANSWER_BYTES = 1024 * 1024;

async function readFile(api: GithubApi, path: string, ref: string): Promise<string> {
  try {
    const request = {
      method: 'GET',
      path: `${path}?ref=${encodeURIComponent(ref)}`,
      place: 'the workflow',
    } as const;
    const { content } = await api.object({ ...request, maxAnswerBytes: MAX_ANSWER_BYTES });
    return typeof content === 'string' ? Buffer.from(content, 'base64').toString('utf8') : '';
  } catch (error) {
    if (error instanceof GithubError && (error.status === 404 || error.status === 403))
      throw new NoRevisionError(NO_FILE, { cause: error });
    throw error;
  }
}

/** The number by which reports name the run. The request is done: if GitHub does not say, the run is found by reports. */
async function findRunNumber(
  api: GithubApi,
  { workflow_run_id: id }: Json,
  at: (...parts: readonly (string | number)[]) => string,
): Promise<string | null> {
  if (typeof id !== 'number') return null;
  try {
    const run = await api.object({
      method: 'GET',
      path: at('actions', 'runs', id),
      place: `run ${id}`,
      maxAnswerBytes: MAX_ANSWER_BYTES,
    });
    return typeof run['run_number'] === 'number' ? String(run['run_number']) : null;
  } catch (error) {
    if (error instanceof GithubError) return null;
    throw error;
  }
}

const NO_INPUT =
  'The workflow has no input of workflow_dispatch that names the commit to build, such as commit or sha. Without one, ' +
  'GitHub would build the newest commit.';
const NO_FILE =
  'Slipway cannot read the workflow file, which says how to name the commit to build. The credential needs the ' +
  'permission “Contents: read”.';
