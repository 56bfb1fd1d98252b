import { mainPlan } from './main-plan.js';
import type { JobPlan, ProjectPlan, StreamPlan } from './plan.js';
import type { ProjectName } from './projects.js';

const unreal = { buildType: 'unreal', targetType: 'development', system: 'windows' } as const;
const unity = { buildType: 'unity', targetType: 'development', system: 'mac' } as const;

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
      builds:
        'ok ok scriptError ok ok ok noLicence retry ok noLicence retry cancelled ok noLicence retry scriptError ok',
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
  investigations: 'every_failure',
};

/** One repository and one job: a small project that still has some of everything. */
function small(stream: StreamPlan, job: JobPlan, rest: Omit<ProjectPlan, 'streams' | 'jobs'>): ProjectPlan {
  return { streams: [stream], jobs: [job], ...rest };
}

export const plans: Record<ProjectName, ProjectPlan> = {
  main: mainPlan,
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
    {
      tasks: 4,
      assets: 3,
      deployments: 0,
      deploymentIntegration: 'deployment',
      references: {},
      investigations: 0,
    },
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
    {
      tasks: 4,
      assets: 3,
      deployments: 0,
      deploymentIntegration: 'deployment',
      references: {},
      investigations: 0,
    },
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
    {
      tasks: 9,
      assets: 8,
      deployments: 3,
      deploymentIntegration: 'lapsed_deployment',
      references: {},
      investigations: 1,
    },
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
    {
      tasks: 9,
      assets: 8,
      deployments: 3,
      deploymentIntegration: 'demo_deployment',
      references: {},
      investigations: 0,
    },
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
      investigations: 1,
    },
  ),
};
