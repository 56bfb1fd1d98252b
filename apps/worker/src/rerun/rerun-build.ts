import type { RerunBuildRecord } from '@slipway/db';
import { findRerunPlace, openSecret, type RerunPlace } from '@slipway/domain';
import type { RerunAnswer } from '@slipway/queue';
import { GithubError } from '../github/github-error.js';
import { NoAnswerError, RefusedAddressError } from '../outgoing/post-json.js';
import { JenkinsError, UnreachableError } from '../polling/jenkins-error.js';
import type { OpenedBuild, RerunDeps } from './rerun-deps.js';
import { BuildkiteError, rerunInBuildkite } from './rerun-in-buildkite.js';
import { rerunInJenkins } from './rerun-in-jenkins.js';
import { rerunOnGithub } from './rerun-on-github.js';

/** Asks the tool of a build to run it again. */
export async function rerunBuild(build: RerunBuildRecord, deps: RerunDeps): Promise<RerunAnswer> {
  const place = findRerunPlace(build);
  if ('problem' in place) return failed(place.problem);
  const opened = openBuild(build, deps);
  if ('kind' in opened) return opened;
  try {
    await askTool(place, opened, deps);
    return { kind: 'accepted' };
  } catch (error) {
    return explainFailure(error, { buildRunId: build.id, tool: place.tool }, deps);
  }
}

/** The build with its decrypted credential. */
export function openBuild(build: RerunBuildRecord, { appSecrets }: RerunDeps): OpenedBuild | Failure {
  const opened = build.credential && openSecret(appSecrets, build.integrationId, build.credential);
  return opened === null
    ? failed('The stored credentials cannot be decrypted. An owner must enter them again.')
    : { ...build, secret: opened.secret };
}

/** What people may read of a tool's failure. The log also has the reason. Throws what is no failure of a tool. */
export function explainFailure(
  error: unknown,
  request: { readonly buildRunId: number; readonly tool: string },
  { logger }: RerunDeps,
): Failure {
  const answer = answerOf(error);
  logger.info({ ...request, message: answer.message, reason: reasonOf(error) }, 'build not rerun');
  return answer;
}

function askTool(place: RerunPlace, build: OpenedBuild, deps: RerunDeps): Promise<void> {
  switch (place.tool) {
    case 'jenkins':
      return rerunInJenkins(place, build, deps);
    case 'github':
      return rerunOnGithub(place, build, deps);
    case 'buildkite':
      return rerunInBuildkite(place, build, deps);
  }
}

export type Failure = Extract<RerunAnswer, { kind: 'failed' }>;

const failed = (message: string, mayHaveStarted = false): Failure => ({
  kind: 'failed',
  message: message.endsWith('.') ? message : `${message}.`,
  mayHaveStarted,
});

function answerOf(error: unknown): Failure {
  if (error instanceof JenkinsError) return failed(error.message, error.mayHaveActed);
  if (error instanceof NoAnswerError) return failed(error.message, isUnanswered(error));
  if (error instanceof BuildkiteError) return failed(error.message, error.status >= 500);
  if (!(error instanceof GithubError)) throw error;
  const { message, status, cause } = error;
  return failed(message, status === null ? isUnanswered(cause) : status >= 500);
}

/** Whether the tool got a request but did not answer it, as far as is known. */
const isUnanswered = (cause: unknown) => cause instanceof NoAnswerError && !(cause instanceof RefusedAddressError);

/** What only the log may contain. */
function reasonOf(error: unknown): string | undefined {
  const origin = error instanceof GithubError ? error.cause : error;
  return origin instanceof NoAnswerError || origin instanceof UnreachableError ? origin.reason : undefined;
}
