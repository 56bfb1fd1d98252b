export type Env = Readonly<Record<string, string | undefined>>;

/** The build that runs the command, as the CI system describes it. */
export interface DetectedBuild {
  readonly job?: string | undefined;
  readonly number?: string | undefined;
  readonly url?: string | undefined;
  readonly commit?: string | undefined;
  readonly branch?: string | undefined;
  readonly changelist?: string | undefined;
}

/** Reads the variables of Jenkins, GitHub Actions, Buildkite, TeamCity and the p4 plugin. */
export function detectBuild(env: Env): DetectedBuild {
  const changelist = filled(env['P4_CHANGELIST']);
  if (env['GITHUB_ACTIONS'] === 'true') return { ...fromGitHub(env), changelist };
  if (env['BUILDKITE'] === 'true') return { ...fromBuildkite(env), changelist };
  if (env['TEAMCITY_VERSION']) return { ...fromTeamCity(env), changelist };
  return { ...fromJenkins(env), changelist };
}

/** Which attempt of a build's job this is. A rerun of the others is a build of its own. */
export function detectAttempt(env: Env): number | undefined {
  const retries = /^[0-9]{1,3}$/.exec(env['BUILDKITE_RETRY_COUNT'] ?? '')?.[0];
  return env['BUILDKITE'] === 'true' && retries !== undefined ? Number(retries) + 1 : undefined;
}

function fromGitHub(env: Env): DetectedBuild {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = env;
  const attempt = env['GITHUB_RUN_ATTEMPT'] ?? '1';
  const number = filled(env['GITHUB_RUN_NUMBER']);
  return {
    job: githubJob(env),
    // A rerun keeps the build number, and the flat report has no attempts.
    number: number === undefined || attempt === '1' ? number : `${number}.${attempt}`,
    url: server && repository && id ? `${server}/${repository}/actions/runs/${id}` : undefined,
    commit: filled(env['GITHUB_SHA']),
    branch: filled(env['GITHUB_REF_NAME']),
  };
}

/** Jobs of a workflow are builds of their own, and so are the jobs of a matrix, which share a name. */
function githubJob(env: Env): string | undefined {
  const workflow = filled(env['GITHUB_WORKFLOW']);
  const job = filled(env['GITHUB_JOB']);
  const matrix = filled(env['SLIPWAY_MATRIX']);
  if (workflow === undefined || job === undefined) return workflow;
  return `${workflow} / ${job}${matrix === undefined ? '' : ` (${matrix})`}`;
}

function fromBuildkite(env: Env): DetectedBuild {
  return {
    job: filled(env['BUILDKITE_PIPELINE_SLUG']),
    number: filled(env['BUILDKITE_BUILD_NUMBER']),
    url: filled(env['BUILDKITE_BUILD_URL']),
    commit: filled(env['BUILDKITE_COMMIT']),
    branch: filled(env['BUILDKITE_BRANCH']),
  };
}

function fromTeamCity(env: Env): DetectedBuild {
  return {
    job: filled(env['TEAMCITY_BUILDCONF_NAME']),
    number: filled(env['BUILD_NUMBER']),
    url: filled(env['BUILD_URL']),
    commit: filled(env['BUILD_VCS_NUMBER']),
  };
}

function fromJenkins(env: Env): DetectedBuild {
  return {
    job: filled(env['JOB_NAME']),
    number: filled(env['BUILD_NUMBER']),
    url: filled(env['BUILD_URL']),
    commit: filled(env['GIT_COMMIT']),
    branch: filled(env['GIT_BRANCH'])?.replace(/^origin\//, ''),
  };
}

function filled(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value;
}
