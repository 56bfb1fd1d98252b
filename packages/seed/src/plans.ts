import { mainPlan } from './main-plan.js';
import { depot, type JobPlan, type ProjectPlan, repository, type StreamPlan } from './plan.js';
import type { ProjectName } from './projects.js';

const unreal = { buildType: 'unreal', targetType: 'development', system: 'windows' } as const;
const unity = { buildType: 'unity', targetType: 'development', system: 'mac' } as const;

const lanterns = 'tidewater/paper-lanterns';

const second: ProjectPlan = {
  streams: [repository('second_github', lanterns, 30)],
  jobs: [
    {
      ...unity,
      name: 'lanterns-android',
      integration: 'second',
      repository: lanterns,
      firstNumber: 301,
      builds:
        'ok ok scriptError ok ok ok noLicence retry ok noLicence retry cancelled ok noLicence retry scriptError ok',
    },
    {
      ...unity,
      name: 'lanterns-ios',
      integration: 'second',
      repository: lanterns,
      targetType: 'shipping',
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

/** How much a small project has of what no stream or job brings. */
type Size = Pick<ProjectPlan, 'tasks' | 'assets' | 'deployments' | 'investigations'> &
  Partial<Pick<ProjectPlan, 'deploymentIntegration' | 'references'>>;

/** One repository and one job: a small project that still has some of everything. */
function small(stream: StreamPlan, job: Omit<JobPlan, 'repository'>, size: Size): ProjectPlan {
  const jobs = [{ ...job, repository: stream.repository }];
  return { deploymentIntegration: 'deployment', references: {}, ...size, streams: [stream], jobs };
}

const FEW = { tasks: 4, assets: 3, deployments: 0, investigations: 0 } as const;
const SOME = { tasks: 9, assets: 8, deployments: 3, investigations: 0 } as const;

export const plans: Record<ProjectName, ProjectPlan> = {
  main: mainPlan,
  second,
  paused: small(
    depot('paused', '//atlas/main', 6, 2210),
    {
      ...unreal,
      name: 'atlas-editor',
      integration: 'paused_jenkins',
      buildType: 'custom',
      firstNumber: 40,
      builds: 'ok ok ok',
    },
    FEW,
  ),
  archived: small(
    depot('archived', '//jam/main', 6, 910),
    {
      ...unreal,
      name: 'jam-player',
      integration: 'archived_jenkins',
      buildType: 'unity',
      firstNumber: 12,
      builds: 'ok scriptError ok',
    },
    FEW,
  ),
  lapsed: small(
    repository('lapsed_github', 'marshlight/quiet-fen', 14),
    {
      ...unity,
      name: 'fen-player',
      integration: 'lapsed_jenkins',
      firstNumber: 61,
      builds: 'ok ok scriptError ok strippedType ok',
    },
    { ...SOME, deploymentIntegration: 'lapsed_deployment', investigations: 1 },
  ),
  demo: small(
    depot('demo_perforce', '//galaxy/main', 14, 5120),
    {
      ...unreal,
      name: 'galaxy-editor-win64',
      integration: 'demo_jenkins',
      firstNumber: 18,
      builds: 'ok ok clangLink ok failingTests ok',
    },
    { ...SOME, deploymentIntegration: 'demo_deployment' },
  ),
  rival: small(
    depot('rival_perforce', '//ember/main', 32, 71044),
    {
      ...unreal,
      name: 'ember-win64-shipping',
      integration: 'rival_jenkins',
      targetType: 'shipping',
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
