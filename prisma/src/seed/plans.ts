import type { BuildType, SourceType, TargetType } from '@slipway/contracts';
import type { System } from './logs/scene.js';
import type { IntegrationName, ProjectName } from './projects.js';

/** A branch of one repository and how many changes it received. */
export interface StreamPlan {
  integration: IntegrationName;
  sourceType: SourceType;
  repository: string;
  branch: string;
  count: number;
  /** First changelist or revision number; hashes need none. */
  firstNumber?: number;
}

/**
 * A job and the fate of each of its builds, oldest first: `ok`, `approval`, `cancelled`, `running`, `preparing`,
 * `queued`, `nolog` (failed without a log), or the name of a failure.
 */
export interface JobPlan {
  name: string;
  integration: IntegrationName;
  /** Repository whose changes it builds. */
  repository: string;
  buildType: BuildType;
  targetType: TargetType;
  system: System;
  firstNumber: number;
  builds: string;
}

export interface ProjectPlan {
  streams: StreamPlan[];
  jobs: JobPlan[];
  tasks: number;
  assets: number;
  deployments: number;
  deploymentIntegration: IntegrationName;
  /** Tracker items per integration. */
  references: Partial<Record<IntegrationName, number>>;
  investigations: number;
}

const depot = '//undertow/main';
const companion = 'tidewater/undertow-companion';
const services = 'tidewater/undertow-services';

const unreal = { buildType: 'unreal', targetType: 'development', system: 'windows', repository: depot } as const;
const unity = { buildType: 'unity', system: 'mac', integration: 'buildkite', repository: companion } as const;

const main: ProjectPlan = {
  streams: [
    {
      integration: 'perforce',
      sourceType: 'Changelist',
      repository: depot,
      branch: 'main',
      count: 86,
      firstNumber: 48112,
    },
    { integration: 'github', sourceType: 'GitCommit', repository: companion, branch: 'main', count: 38 },
    { integration: 'github_unsigned', sourceType: 'GitCommit', repository: services, branch: 'main', count: 26 },
    {
      integration: 'diversion',
      sourceType: 'AssetCommit',
      repository: 'concept-art',
      branch: 'main',
      count: 16,
      firstNumber: 310,
    },
    {
      integration: 'lore',
      sourceType: 'AssetCommit',
      repository: 'cinematics',
      branch: 'main',
      count: 16,
      firstNumber: 1042,
    },
  ],
  jobs: [
    {
      ...unreal,
      name: 'undertow-editor-win64',
      integration: 'jenkins',
      firstNumber: 1831,
      builds: 'ok ok msvcError ok ok ok linkError ok cancelled ok headerTool ok ok missingModule ok ok ok running',
    },
    {
      ...unreal,
      name: 'undertow-win64-shipping',
      integration: 'jenkins',
      targetType: 'shipping',
      firstNumber: 902,
      builds: 'ok ok shippingOnly ok approval ok missingLibrary ok ok diskFull ok approval ok preparing',
    },
    {
      ...unreal,
      name: 'undertow-linux-server',
      integration: 'jenkins',
      system: 'linux',
      firstNumber: 655,
      builds: 'ok clangError ok ok cancelled ok clangLink ok ok syncFailure ok ok',
    },
    {
      ...unreal,
      name: 'undertow-cook-content',
      integration: 'jenkins',
      firstNumber: 1204,
      builds: 'ok corruptPackage ok ok shaderError ok ok brokenRedirector ok cancelled ok queued',
    },
    {
      ...unreal,
      name: 'undertow-automation-tests',
      integration: 'jenkins',
      targetType: 'test',
      firstNumber: 431,
      builds: 'ok failingTests ok ok crashedTest ok nolog ok ok queued',
    },
    {
      ...unreal,
      name: 'undertow-nightly-package',
      integration: 'game_engine',
      targetType: 'shipping',
      firstNumber: 212,
      builds: 'ok ok pathTooLong ok approval ok pipelineCache ok ok running',
    },
    {
      ...unity,
      name: 'companion-ios',
      targetType: 'shipping',
      firstNumber: 88,
      builds: 'ok provisioningError ok ok strippedType ok cancelled ok',
    },
    {
      ...unity,
      name: 'companion-android',
      targetType: 'debug',
      firstNumber: 140,
      builds: 'ok scriptError ok noLicence ok keystoreError ok running',
    },
    {
      name: 'undertow-tools',
      integration: 'jenkins',
      repository: services,
      buildType: 'custom',
      targetType: 'debug',
      system: 'linux',
      firstNumber: 77,
      builds: 'ok packageFeed ok approval',
    },
  ],
  tasks: 140,
  assets: 70,
  deployments: 36,
  deploymentIntegration: 'deployment',
  references: { jira: 14, linear: 9, trello: 6, monday: 5, asana: 5 },
  investigations: 8,
};

const second: ProjectPlan = {
  streams: [
    {
      integration: 'second_github',
      sourceType: 'GitCommit',
      repository: 'tidewater/paper-lanterns',
      branch: 'main',
      count: 30,
    },
  ],
  jobs: [
    {
      name: 'lanterns-android',
      integration: 'second',
      repository: 'tidewater/paper-lanterns',
      buildType: 'unity',
      targetType: 'development',
      system: 'mac',
      firstNumber: 301,
      builds: 'ok ok scriptError ok ok noLicence ok cancelled ok',
    },
    {
      name: 'lanterns-ios',
      integration: 'second',
      repository: 'tidewater/paper-lanterns',
      buildType: 'unity',
      targetType: 'shipping',
      system: 'mac',
      firstNumber: 120,
      builds: 'ok strippedType ok provisioningError ok ok',
    },
  ],
  tasks: 24,
  assets: 16,
  deployments: 8,
  deploymentIntegration: 'second_deployment',
  references: {},
  investigations: 1,
};

/** One repository, one job: enough of everything to look at. */
function small(
  stream: StreamPlan,
  job: JobPlan,
  rest: Omit<ProjectPlan, 'streams' | 'jobs' | 'investigations'>,
): ProjectPlan {
  return { streams: [stream], jobs: [job], investigations: 0, ...rest };
}

export const plans: Record<ProjectName, ProjectPlan> = {
  main,
  second,
  paused: small(
    {
      integration: 'paused',
      sourceType: 'Changelist',
      repository: '//atlas/main',
      branch: 'main',
      count: 6,
      firstNumber: 2210,
    },
    {
      ...unreal,
      name: 'atlas-editor',
      integration: 'paused_jenkins',
      buildType: 'custom',
      repository: '//atlas/main',
      firstNumber: 40,
      builds: 'ok ok ok',
    },
    { tasks: 4, assets: 3, deployments: 0, deploymentIntegration: 'deployment', references: {} },
  ),
  archived: small(
    {
      integration: 'archived',
      sourceType: 'Changelist',
      repository: '//jam/main',
      branch: 'main',
      count: 6,
      firstNumber: 910,
    },
    {
      ...unreal,
      name: 'jam-player',
      integration: 'archived_jenkins',
      buildType: 'unity',
      repository: '//jam/main',
      firstNumber: 12,
      builds: 'ok scriptError ok',
    },
    { tasks: 4, assets: 3, deployments: 0, deploymentIntegration: 'deployment', references: {} },
  ),
  lapsed: small(
    {
      integration: 'lapsed_github',
      sourceType: 'GitCommit',
      repository: 'marshlight/quiet-fen',
      branch: 'main',
      count: 14,
    },
    {
      ...unity,
      name: 'fen-player',
      integration: 'lapsed_jenkins',
      targetType: 'development',
      repository: 'marshlight/quiet-fen',
      firstNumber: 61,
      builds: 'ok ok scriptError ok strippedType ok',
    },
    { tasks: 9, assets: 8, deployments: 3, deploymentIntegration: 'lapsed_deployment', references: {} },
  ),
  demo: small(
    {
      integration: 'demo_perforce',
      sourceType: 'Changelist',
      repository: '//galaxy/main',
      branch: 'main',
      count: 14,
      firstNumber: 5120,
    },
    {
      ...unreal,
      name: 'galaxy-editor-win64',
      integration: 'demo_jenkins',
      repository: '//galaxy/main',
      firstNumber: 18,
      builds: 'ok ok clangLink ok failingTests ok',
    },
    { tasks: 9, assets: 8, deployments: 3, deploymentIntegration: 'demo_deployment', references: {} },
  ),
  rival: small(
    {
      integration: 'rival_perforce',
      sourceType: 'Changelist',
      repository: '//ember/main',
      branch: 'main',
      count: 32,
      firstNumber: 71044,
    },
    {
      ...unreal,
      name: 'ember-win64-shipping',
      integration: 'rival_jenkins',
      targetType: 'shipping',
      repository: '//ember/main',
      firstNumber: 520,
      builds: 'ok ok missingLibrary ok corruptPackage ok cancelled ok failingTests ok approval ok running',
    },
    {
      tasks: 26,
      assets: 18,
      deployments: 9,
      deploymentIntegration: 'rival_deployment',
      references: { rival_jira: 6 },
    },
  ),
};
