import type { ProjectPlan } from './plan.js';

const depot = '//undertow/main';
const companion = 'tidewater/undertow-companion';
const services = 'tidewater/undertow-services';

const unreal = { buildType: 'unreal', targetType: 'development', system: 'windows', repository: depot } as const;
const unity = { buildType: 'unity', system: 'mac', integration: 'buildkite', repository: companion } as const;

/** The project with the most content: every build status, kind of source, platform and tracker. */
export const mainPlan: ProjectPlan = {
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
      firstNumber: 1815,
      builds: [
        'ok ok ok ok missingModule ok ok ok ok ok ok ok ok linkError linkError ok ok ok cancelled ok ok ok headerTool ok',
        'ok ok ok ok ok ok ok msvcError msvcError msvcError running',
      ].join(' '),
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
      builds: 'ok failingTests ok ok crashedTest retry nolog ok ok queued',
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
