import { depot, type ProjectPlan, repository } from './plan.js';

const main = '//undertow/main';
const companion = 'tidewater/undertow-companion';
const services = 'tidewater/undertow-services';

const unreal = { buildType: 'unreal', targetType: 'development', system: 'windows', repository: main } as const;
const unity = { buildType: 'unity', system: 'mac', integration: 'buildkite', repository: companion } as const;

/** The project with the most content: every build status, kind of source, platform and tracker. */
export const mainPlan: ProjectPlan = {
  streams: [
    depot('perforce', main, 86, 48112),
    repository('github', companion, 38),
    repository('github_unsigned', services, 26),
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
      integration: 'game_engine',
      targetType: 'shipping',
      firstNumber: 902,
      builds: 'ok ok shippingOnly ok ok ok missingLibrary ok ok diskFull ok ok ok running',
    },
    {
      ...unreal,
      name: 'undertow-linux-server',
      integration: 'jenkins',
      system: 'linux',
      firstNumber: 655,
      builds: 'ok clangError ok approval cancelled ok clangLink ok ok syncFailure ok approval preparing',
    },
    {
      ...unreal,
      name: 'undertow-cook-content',
      integration: 'game_engine',
      firstNumber: 1204,
      builds: 'ok corruptPackage ok ok shaderError ok ok brokenRedirector ok ok ok running',
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
      builds: 'ok ok pathTooLong ok ok ok pipelineCache ok ok running',
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
      integration: 'game_engine',
      targetType: 'debug',
      firstNumber: 140,
      builds: 'ok scriptError ok noLicence ok keystoreError ok running',
    },
    {
      ...unity,
      name: 'companion-web',
      targetType: 'development',
      firstNumber: 31,
      builds: 'ok ok ok cancelled ok ok ok ok ok ok cancelled ok ok ok',
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
