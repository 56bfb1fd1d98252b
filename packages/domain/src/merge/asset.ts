import type { AssetType } from '@slipway/contracts';
import type { AssetCooked } from '../deliveries/operations.js';
import { assetTypeOfPath } from '../vocabulary/asset-types.js';
import { latest, mergeFields, type WeightedFields, weigh } from './weighted-fields.js';

/** What is known about an asset besides its versions. */
export interface AssetFields {
  readonly name: string;
  readonly assetType: AssetType;
  readonly contentHash: string;
  readonly sizeBytes: number;
}

export interface AssetState {
  readonly fields: WeightedFields<AssetFields>;
  /** The highest version number that a cook reported. */
  readonly reportedVersion: number | null;
}

/** A cook knows the name and type of an asset; a path only suggests them. */
const BY_PATH = 0;
const BY_COOK = 1;

function nameOf(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}

/** The state of an asset after a change touched its file; null if the file is not an asset. */
export function assetStateOfFile(path: string): AssetState | null {
  const assetType = assetTypeOfPath(path);
  if (assetType === null) return null;
  const fields = { name: nameOf(path), assetType, contentHash: undefined, sizeBytes: undefined };
  return { fields: weigh<AssetFields>(fields, [BY_PATH]), reportedVersion: null };
}

/** The state of an asset after a cook. Only content is cooked, so an unknown file type counts as a model. */
export function assetStateOfCook(cooked: AssetCooked): AssetState {
  const { path, at, name, assetType, contentHash, sizeBytes, version } = cooked;
  const byPath = { name: nameOf(path), assetType: assetTypeOfPath(path) ?? 'model' } as const;
  const guessed = weigh<Pick<AssetFields, 'name' | 'assetType'>>(byPath, [BY_PATH]);
  const reported = weigh<AssetFields>({ name, assetType, contentHash, sizeBytes }, [BY_COOK, at]);
  return { fields: { ...guessed, ...reported }, reportedVersion: version ?? null };
}

export function mergeAssets(a: AssetState, b: AssetState): AssetState {
  return {
    fields: mergeFields(a.fields, b.fields),
    reportedVersion: latest(a.reportedVersion, b.reportedVersion),
  };
}

/** The source of every cook without a hash or version. Such a cook may create the asset, but no version of it. */
export const PLAIN_COOK = 'cook';

/** Identifies a cook among its asset's events: a new hash or version number creates a new version. */
export function sourceOfCook({ contentHash, version }: AssetCooked): string {
  if (contentHash === undefined && version === undefined) return PLAIN_COOK;
  return `${PLAIN_COOK}:${contentHash ?? ''}@${version ?? ''}`;
}

/** Identifies a change among the events of the assets it touched. */
export function sourceOfChange(repository: string, identifier: string): string {
  return repository === '' ? identifier : `${repository}@${identifier}`;
}
