import { ASSET_TYPES, type AssetType } from '@slipway/contracts';
import { rootOf } from './change-files.js';
import { type ChangeDraft, touchFile } from './changes.js';
import { integrations } from './projects.js';
import type { Random } from './random.js';
import type { Scope } from './scope.js';
import { pascalCase, type Theme } from './themes.js';
import { uuidAt } from './times.js';

export type AssetApprovalStatus = 'none' | 'pending' | 'approved' | 'denied' | 'ignored';

export interface AssetRow {
  id: string;
  accountId: number;
  projectId: number;
  name: string;
  path: string;
  assetType: AssetType;
  approvalStatus: AssetApprovalStatus;
  version: number;
  eventCount: number;
  lastEventAt: Date;
  contentHash: string;
  sizeBytes: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface AssetEventRow {
  id: number;
  accountId: number;
  projectId: number;
  integrationId: number;
  provider: string;
  assetId: string;
  kind: 'created' | 'updated';
  source: string;
  changeId: number;
  version: number;
  actor: string;
  actorUserId: number | null;
  occurredAt: Date;
  createdAt: Date;
}

/** An asset and the changes that produced its versions, oldest first. */
export interface AssetDraft {
  row: AssetRow;
  versions: ChangeDraft[];
}

/** The file of the nth asset of a type; `round` makes the names unique once all words are used. */
function assetPath(theme: Theme, type: AssetType, index: number): string {
  const word = (list: readonly string[]) => pascalCase(list[index % list.length] ?? theme.module);
  const round = String(Math.floor(index / 4) + 1).padStart(2, '0');
  const [place, prop, creature, system] = [theme.places, theme.props, theme.creatures, theme.systems].map(word);
  const paths: Record<AssetType, string> = {
    texture: `Content/Textures/${place}/T_${prop}_${round}.png`,
    model: `Content/Models/${prop}/SM_${prop}_${round}.fbx`,
    audio: `Content/Audio/${creature}/${creature}_Idle_${round}.wav`,
    script: `Content/Scripts/${system}Rules_${round}.py`,
    level: `Content/Maps/${place}/${place}_${round}.umap`,
    material: `Content/Materials/${place}/M_${prop}_${round}.mat`,
    animation: `Content/Animations/${creature}/A_${creature}_Turn_${round}.anim`,
    archive: `Content/Scans/${place}_${round}.zip`,
    shader: `Shaders/Private/${place}${prop}_${round}.usf`,
    config: `Config/Default${system}_${round}.ini`,
    document: `Docs/Design/${system}_${round}.md`,
    font: `Content/Fonts/${pascalCase(theme.title)}${prop}_${round}.ttf`,
    video: `Content/Movies/${place}_Intro_${round}.mp4`,
  };
  return paths[type];
}

/** The changes of each repository that can contain assets. */
function changesWithFiles(scope: Scope, changes: ChangeDraft[]): ChangeDraft[][] {
  return scope.plan.streams
    .map((stream) =>
      changes.filter(
        (change) =>
          change.stream === stream && change.filesKnown && change.files.size > 0 && change.row.orphanedAt === null,
      ),
    )
    .filter((list) => list.length > 0);
}

const KB = 1_000;
const MB = 1_000_000;
const BINARY = [600 * KB, 24 * MB] as const;
const TEXT = [400, 60 * KB] as const;

/** How large the files of each type are, in bytes. */
const SIZES: Readonly<Record<AssetType, readonly [least: number, most: number]>> = {
  ...{ texture: BINARY, model: BINARY, audio: BINARY, animation: BINARY },
  ...{ script: TEXT, shader: TEXT, config: TEXT, document: TEXT, material: [2 * KB, 90 * KB] },
  level: [4 * MB, 90 * MB],
  archive: [20 * MB, 400 * MB],
  font: [60 * KB, 2 * MB],
  video: [15 * MB, 350 * MB],
};

function draftAsset(random: Random, scope: Scope, index: number, streams: ChangeDraft[][]): AssetDraft {
  const assetType = ASSET_TYPES[index % ASSET_TYPES.length] as AssetType;
  const path = assetPath(scope.theme, assetType, Math.floor(index / ASSET_TYPES.length));
  // Most assets are in the main repository, every fourth in one of the others.
  const source =
    (index % 4 === 3 ? streams[1 + (index % Math.max(1, streams.length - 1))] : streams[0]) ?? streams[0];
  const art = source?.filter(({ kind }) => kind === 'art') ?? [];
  const versions = random.some(art.length >= 3 ? art : (source ?? []), 1 + (index % 3));
  for (const [number, change] of versions.entries()) touchFile(change, path, number === 0 ? 'add' : 'edit');
  const [first, last] = [versions[0], versions.at(-1)];
  if (!first || !last) throw new Error(`no change can carry ${path}`);
  return {
    versions,
    row: {
      id: uuidAt(random, first.row.createdAt),
      accountId: scope.accountId,
      projectId: scope.projectId,
      name: path.split('/').at(-1) ?? path,
      path: rootOf(first.stream) + path,
      assetType,
      approvalStatus: 'none',
      version: versions.length,
      eventCount: versions.length,
      lastEventAt: last.row.timestamp,
      contentHash: random.hex(64),
      sizeBytes: random.int(...SIZES[assetType]),
      createdAt: first.row.createdAt,
      updatedAt: last.row.createdAt,
    },
  };
}

export function draftAssets(scope: Scope, changes: ChangeDraft[]): AssetDraft[] {
  const random = scope.random('assets');
  const streams = changesWithFiles(scope, changes);
  return Array.from({ length: scope.plan.assets }, (_, index) => draftAsset(random, scope, index, streams));
}

/** One event per version: an asset created or updated by the tool that sent the change. */
export function makeAssetEvents(scope: Scope, assets: AssetDraft[]): AssetEventRow[] {
  return assets
    .flatMap(({ row, versions }) =>
      versions.map(
        (change, index): AssetEventRow => ({
          id: 0,
          accountId: scope.accountId,
          projectId: scope.projectId,
          integrationId: change.row.integrationId,
          provider: integrations[change.stream.integration].provider,
          assetId: row.id,
          kind: index === 0 ? 'created' : 'updated',
          source: change.row.identifier,
          changeId: change.row.id,
          version: index + 1,
          actor: change.row.author,
          actorUserId: change.row.authorUserId,
          occurredAt: change.row.timestamp,
          createdAt: change.row.createdAt,
        }),
      ),
    )
    .sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime())
    .map((row) => ({ ...row, id: scope.ids.next('asset_events') }));
}
