import type { RerunBuildRecord } from '@slipway/db';
import { findRerunPlace, type RerunPlace } from '@slipway/domain';
import { readQueueItem } from '../polling/jenkins-api.js';
import { JenkinsError } from '../polling/jenkins-error.js';
import { explainFailure, type Failure, openBuild } from './rerun-build.js';
import { NoRevisionError, type RerunDeps, type RunAtRevision, type StartedRun } from './rerun-deps.js';
import { withJenkins } from './rerun-in-jenkins.js';
import { runInBuildkite } from './run-in-buildkite.js';
import { runInJenkins } from './run-in-jenkins.js';
import { runOnGithub } from './run-on-github.js';

export type RevisionAnswer =
  | ({ readonly kind: 'accepted' } & StartedRun)
  | { readonly kind: 'unavailable'; readonly message: string }
  | Failure;

/** Asks the tool of a build to run its job at another revision, with whatever else the build ran with. */
export async function runAtRevision(
  build: RerunBuildRecord,
  identifier: string,
  deps: RerunDeps,
): Promise<RevisionAnswer> {
  const place = findRerunPlace(build);
  if ('problem' in place) return { kind: 'unavailable', message: place.problem };
  const opened = openBuild(build, deps);
  if ('kind' in opened) return { kind: 'unavailable', message: opened.message };
  try {
    return { kind: 'accepted', ...(await askTool(place, { build: opened, identifier }, deps)) };
  } catch (error) {
    if (error instanceof NoRevisionError) return { kind: 'unavailable', message: error.message };
    return explainFailure(error, { buildRunId: build.id, tool: place.tool }, deps);
  }
}

function askTool(place: RerunPlace, run: RunAtRevision, deps: RerunDeps): Promise<StartedRun> {
  switch (place.tool) {
    case 'jenkins':
      return runInJenkins(place, run, deps);
    case 'github':
      return runOnGithub(place, run, deps);
    case 'buildkite':
      return runInBuildkite(place, run, deps);
  }
}

/** The number that Jenkins gave to what waited in its queue; null while it waits, or if Jenkins does not say. */
export async function findNumber(
  build: RerunBuildRecord,
  queueItem: number,
  deps: RerunDeps,
): Promise<string | null> {
  const place = findRerunPlace(build);
  const opened = openBuild(build, deps);
  if ('problem' in place || place.tool !== 'jenkins' || 'kind' in opened) return null;
  try {
    const item = await withJenkins(place, opened, deps, ({ http }) => readQueueItem(http, queueItem));
    return item.state === 'started' ? String(item.number) : null;
  } catch (error) {
    // The build is also found by its revision.
    if (error instanceof JenkinsError) return null;
    throw error;
  }
}
