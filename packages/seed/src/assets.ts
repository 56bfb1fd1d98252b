import { createHash } from 'node:crypto';
import { ASSET_TYPES, type AssetType } from '@slipway/contracts';
import type { BuildDraft } from './builds.js';
import { rootOf } from './change-files.js';
import { type ChangeDraft, touchFile } from './changes.js';
import { integrations } from './projects.js';
import { randomFor } from './random.js';
import type { Scope } from './scope.js';
import { pascalCase, type Theme } from './themes.js';
import { after, minute } from './times.js';
import type { Webhook } from './webhooks.js';

/** An asset, and the last change of its file. */
interface PlacedAsset {
  path: string;
  type: AssetType;
  last: ChangeDraft;
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
function changesWithFiles({ plan }: Scope, changes: ChangeDraft[]): ChangeDraft[][] {
  return plan.streams
    .map((stream) =>
      changes.filter((change) => change.stream === stream && (change.files?.size ?? 0) > 0 && !change.isDropped),
    )
    .filter((list) => list.length > 0);
}

/** Adds the files of assets to changes: up to three versions each. */
export function placeAssets(scope: Scope, changes: ChangeDraft[]): PlacedAsset[] {
  const random = scope.random('assets');
  const streams = changesWithFiles(scope, changes);
  return Array.from({ length: scope.plan.assets }, (_, index) => {
    const type = ASSET_TYPES[index % ASSET_TYPES.length] as AssetType;
    const path = assetPath(scope.theme, type, Math.floor(index / ASSET_TYPES.length));
    // Most assets are in the main repository, every fourth in one of the others.
    const other = index % 4 === 3 ? streams[1 + (index % Math.max(1, streams.length - 1))] : undefined;
    const source = other ?? streams[0] ?? [];
    const art = source.filter(({ kind }) => kind === 'art');
    const versions = random.some(art.length >= 3 ? art : source, 1 + (index % 3));
    for (const [number, change] of versions.entries()) touchFile(change, path, number === 0 ? 'add' : 'edit');
    const last = versions.at(-1);
    if (last === undefined) throw new Error(`no change can carry ${path}`);
    return { path: rootOf(last.stream) + path, type, last };
  });
}

const KB = 1_000;
const MB = 1_000_000;
const TEXT: readonly AssetType[] = ['script', 'shader', 'config', 'document', 'material'];

function sizeOf({ path, type }: PlacedAsset): number {
  const random = randomFor(`size of ${path}`);
  return TEXT.includes(type) ? random.int(400, 90 * KB) : random.int(600 * KB, 90 * MB);
}

/** The webhooks with which packaging builds report what they cooked: each asset once, after its last change. */
export function cookAssets(assets: PlacedAsset[], builds: BuildDraft[]): Webhook[] {
  const cooked = new Set<PlacedAsset>();
  return builds
    .filter(({ job }) => integrations[job.integration].provider === 'game_engine')
    .filter(({ status }) => status === 'completed')
    .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
    .flatMap(({ job, number, head, startedAt }) => {
      const due = assets.filter((asset) => asset.last.at < startedAt && !cooked.has(asset));
      for (const asset of due) cooked.add(asset);
      if (due.length === 0) return [];
      const files = due.map((asset) => ({
        path: asset.path,
        content_hash: createHash('sha256').update(`${asset.path} ${asset.last.identifier}`).digest('hex'),
        size_bytes: sizeOf(asset),
      }));
      return {
        integration: job.integration,
        sample: 'asset_cooked',
        at: after(startedAt, minute),
        details: { number, job: job.name },
        fields: {
          engine: job.buildType,
          commit: undefined,
          changelist: head.number,
          path: undefined,
          assets: files,
        },
      };
    });
}
