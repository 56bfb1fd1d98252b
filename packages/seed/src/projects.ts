import type { AssetType } from '@slipway/contracts';
import { hashToken, sealSecret } from '@slipway/domain';
import type { Credentials } from './credentials.js';
import type { TableRows } from './insert-rows.js';
import { accountIds, userIds } from './people.js';
import * as themes from './themes.js';
import { after, day, hour } from './times.js';

export const projectIds = { main: 1, second: 2, paused: 3, archived: 4, lapsed: 5, demo: 6, rival: 7 } as const;
export type ProjectName = keyof typeof projectIds;

interface DemoProject {
  account: keyof typeof accountIds;
  theme: themes.Theme;
  engine: 'unreal' | 'unity' | 'custom';
  members: (keyof typeof userIds)[];
  state?: 'paused' | 'archived';
}

export const projects: Record<ProjectName, DemoProject> = {
  main: { account: 'studio', theme: themes.undertow, engine: 'unreal', members: ['owner', 'member', 'artist'] },
  second: { account: 'studio', theme: themes.paperLanterns, engine: 'unity', members: ['owner', 'programmer'] },
  paused: { account: 'studio', theme: themes.driftAtlas, engine: 'custom', members: ['owner'], state: 'paused' },
  archived: {
    account: 'studio',
    theme: themes.tidepoolJam,
    engine: 'unity',
    members: ['owner'],
    state: 'archived',
  },
  lapsed: { account: 'lapsed', theme: themes.quietFen, engine: 'unity', members: ['owner'] },
  demo: { account: 'demo', theme: themes.sampleGalaxy, engine: 'unreal', members: ['owner'] },
  rival: { account: 'rival', theme: themes.emberCircuit, engine: 'unreal', members: ['outsider'] },
};

/** Asset types whose changes require approval, in every project that has assets. */
const approvalAssetTypes: AssetType[] = ['texture', 'model', 'audio', 'level', 'material', 'animation', 'video'];

interface DemoIntegration {
  project: ProjectName;
  provider: string;
  label: string;
  /** A configured secret makes the provider's signature mandatory. */
  signed?: true;
  inactive?: true;
  config?: Readonly<Record<string, string>>;
  /** Not in demo.json, because it exists only for its project's content. */
  unlisted?: true;
}

/** In the order of their ids, starting at 1. */
export const integrations = {
  perforce: { project: 'main', provider: 'perforce', label: 'Perforce //undertow' },
  jenkins: { project: 'main', provider: 'jenkins', label: 'Jenkins build farm', signed: true },
  buildkite: { project: 'main', provider: 'buildkite', label: 'Buildkite mobile pipelines', signed: true },
  game_engine: { project: 'main', provider: 'game_engine', label: 'Nightly packaging script' },
  deployment: { project: 'main', provider: 'deployment', label: 'Store uploads' },
  jira: { project: 'main', provider: 'jira', label: 'Jira UND' },
  linear: { project: 'main', provider: 'linear', label: 'Linear engineering' },
  trello: { project: 'main', provider: 'trello', label: 'Trello art board' },
  monday: {
    project: 'main',
    provider: 'monday',
    label: 'monday.com production',
    config: { account_slug: themes.slugOf(themes.undertow) },
  },
  asana: { project: 'main', provider: 'asana', label: 'Asana marketing' },
  github: { project: 'main', provider: 'github', label: 'GitHub undertow-companion', signed: true },
  github_unsigned: { project: 'main', provider: 'github', label: 'GitHub undertow-services' },
  diversion: { project: 'main', provider: 'diversion', label: 'Diversion concept art' },
  lore: { project: 'main', provider: 'lore', label: 'Lore cinematics' },
  second: { project: 'second', provider: 'jenkins', label: 'Jenkins mobile' },
  paused: { project: 'paused', provider: 'perforce', label: 'Perforce //atlas' },
  archived: { project: 'archived', provider: 'perforce', label: 'Perforce //jam' },
  disabled: { project: 'main', provider: 'perforce', label: 'Perforce //undertow (old server)', inactive: true },
  second_github: { project: 'second', provider: 'github', label: 'GitHub paper-lanterns', unlisted: true },
  second_deployment: { project: 'second', provider: 'deployment', label: 'Store uploads', unlisted: true },
  paused_jenkins: { project: 'paused', provider: 'jenkins', label: 'Jenkins', unlisted: true },
  archived_jenkins: { project: 'archived', provider: 'jenkins', label: 'Jenkins', unlisted: true },
  lapsed_github: { project: 'lapsed', provider: 'github', label: 'GitHub quiet-fen', unlisted: true },
  lapsed_jenkins: { project: 'lapsed', provider: 'jenkins', label: 'Jenkins', unlisted: true },
  lapsed_deployment: { project: 'lapsed', provider: 'deployment', label: 'Store uploads', unlisted: true },
  demo_perforce: { project: 'demo', provider: 'perforce', label: 'Perforce //galaxy', unlisted: true },
  demo_jenkins: { project: 'demo', provider: 'jenkins', label: 'Jenkins', unlisted: true },
  demo_deployment: { project: 'demo', provider: 'deployment', label: 'Store uploads', unlisted: true },
  rival_perforce: { project: 'rival', provider: 'perforce', label: 'Perforce //ember', unlisted: true },
  rival_jenkins: { project: 'rival', provider: 'jenkins', label: 'Jenkins', unlisted: true },
  rival_deployment: { project: 'rival', provider: 'deployment', label: 'Store uploads', unlisted: true },
  rival_jira: { project: 'rival', provider: 'jira', label: 'Jira EMB', unlisted: true },
} satisfies Record<string, DemoIntegration>;

export type IntegrationName = keyof typeof integrations;
export const integrationList = Object.entries<DemoIntegration>(integrations).map(([name, integration], index) => ({
  name: name as IntegrationName,
  id: index + 1,
  ...integration,
}));

export function integrationId(name: IntegrationName): number {
  return Object.keys(integrations).indexOf(name) + 1;
}

function projectRows(now: Date): object[] {
  return Object.entries(projects).map(([name, project]) => {
    const id = projectIds[name as ProjectName];
    return {
      id,
      accountId: accountIds[project.account],
      name: project.theme.title,
      engine: project.engine,
      pausedAt: project.state === 'paused' ? after(now, -6 * day) : null,
      archivedAt: project.state === 'archived' ? after(now, -4 * day) : null,
      approvalAssetTypes,
      // Later switched on for one of them.
      automaticInvestigation: 'off',
      createdAt: after(now, -210 * day + id * hour),
      updatedAt: after(now, -3 * day),
    };
  });
}

function memberRows(now: Date): object[] {
  return Object.entries(projects).flatMap(([name, { members }]) =>
    members.map((user, index) => ({
      projectId: projectIds[name as ProjectName],
      userId: userIds[user],
      role: index === 0 ? 'owner' : 'member',
      createdAt: after(now, -205 * day + index * day),
    })),
  );
}

/** Lets anyone who tries the demo register an Asana webhook at any time. */
const HANDSHAKES_OPEN_UNTIL = new Date('2100-01-01T00:00:00Z');

function integrationRows(credentials: Credentials, now: Date): object[] {
  return integrationList.map(({ name, id, project, provider, label, inactive, config = {} }) => {
    const token = credentials.webhookToken(name);
    return {
      id,
      accountId: accountIds[projects[project].account],
      projectId: projectIds[project],
      provider,
      name: label,
      tokenHash: hashToken(token),
      tokenPrefix: token.slice(0, 8),
      config,
      active: !inactive,
      handshakeOpenUntil: HANDSHAKES_OPEN_UNTIL,
      createdAt: after(now, -190 * day + id * hour),
      updatedAt: after(now, inactive ? -14 * day : -60 * day),
    };
  });
}

/** Projects, their members, integrations and signing secrets. */
export function projectTables(credentials: Credentials, appSecret: string, now: Date): TableRows {
  const secretRows = integrationList
    .filter(({ signed }) => signed)
    .map(({ name, id }, index) => {
      const { ciphertext, fingerprint } = sealSecret([appSecret], id, credentials.signingSecret(name));
      return {
        id: index + 1,
        integrationId: id,
        purpose: 'signing',
        ciphertext: Buffer.from(ciphertext),
        fingerprint,
        createdAt: after(now, -180 * day + id * hour),
        retiredAt: null,
      };
    });
  return [
    ['projects', projectRows(now)],
    ['project_memberships', memberRows(now)],
    ['integrations', integrationRows(credentials, now)],
    ['integration_secrets', secretRows],
  ];
}
