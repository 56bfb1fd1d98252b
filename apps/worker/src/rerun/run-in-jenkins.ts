import { revisionParameters } from '@slipway/domain';
import { getJson, STARTABLE_JOB_TREE, toStartableJob } from '../polling/jenkins-api.js';
import { NoRevisionError, type RerunDeps, type RunAtRevision, type StartedRun } from './rerun-deps.js';
import { type JenkinsPlace, readParameters, startAccepted, withJenkins } from './rerun-in-jenkins.js';

/**
 * Starts the job of a build at another revision. Throws a NoRevisionError if no parameter names the revision: Jenkins
 * would then build the newest one.
 */
export function runInJenkins(
  place: JenkinsPlace,
  { build, identifier }: RunAtRevision,
  deps: Pick<RerunDeps, 'jenkinsRules'>,
): Promise<StartedRun> {
  return withJenkins(place, build, deps, async ({ http, segments }) => {
    const job = segments.slice(0, -1);
    const { parameterNames } = toStartableJob(await getJson(http, job, STARTABLE_JOB_TREE));
    const chosen = build.config['revision_parameter'];
    const names = revisionParameters(parameterNames, identifier, typeof chosen === 'string' ? chosen : null);
    if (names.length === 0) throw new NoRevisionError(NO_PARAMETER);
    const parameters = {
      ...(await readParameters(http, segments)),
      ...Object.fromEntries(names.map((name) => [name, identifier])),
    };
    return { buildNumber: null, queueItem: await startAccepted(http, job, parameters) };
  });
}

const NO_PARAMETER =
  'No parameter of the job in Jenkins names the revision to build, such as COMMIT or CHANGELIST. An owner can name ' +
  'the parameter in the settings of the integration.';
