import type { AssetType } from '@slipway/contracts';
import type { AssetCooked } from '../deliveries/operations.js';
import { assetTypeOfPath } from '../vocabulary/asset-types.js';
import { joinRegisters, type Registers, registersOf } from './register.js';
import { latest } from './times.js';

/** What is known of an asset besides its versions. */
export interface AssetFields {
  readonly name: string;
  readonly assetType: AssetType;
  readonly contentHash: string;
  readonly sizeBytes: number;
}

/** All that changes and cooks said of an asset. */
export interface AssetState {
  readonly fields: Registers<AssetFields>;
  /** The highest version that a cook named. */
  readonly toldVersion: number | null;
}

/** What the engine says of an asset goes before what its path says. */
const BY_PATH = 0;
const BY_COOK = 1;

function nameOf(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}

/** What a file says of the asset it is; null when it is none. */
export function assetStateOfFile(path: string): AssetState | null {
  const assetType = assetTypeOfPath(path);
  if (assetType === null) return null;
  const said = { name: nameOf(path), assetType, contentHash: undefined, sizeBytes: undefined };
  return { fields: registersOf<AssetFields>(said, [BY_PATH]), toldVersion: null };
}

/** What a cook says of the asset it cooked. What is cooked is content, of whatever kind. */
export function assetStateOfCook(cooked: AssetCooked): AssetState {
  const { path, at, name, assetType, contentHash, sizeBytes, version } = cooked;
  const byPath = { name: nameOf(path), assetType: assetTypeOfPath(path) ?? 'model' } as const;
  const guessed = registersOf<Pick<AssetFields, 'name' | 'assetType'>>(byPath, [BY_PATH]);
  const told = registersOf<AssetFields>({ name, assetType, contentHash, sizeBytes }, [BY_COOK, at]);
  return { fields: { ...guessed, ...told }, toldVersion: version ?? null };
}

/** Two states of one asset as one. */
export function joinAssets(a: AssetState, b: AssetState): AssetState {
  return { fields: joinRegisters(a.fields, b.fields), toldVersion: latest(a.toldVersion, b.toldVersion) };
}

/** What every cook without hash and version stands for: it may make the asset known, but no version of it. */
export const PLAIN_COOK = 'cook';

/** What tells a cook from others of the asset: a new hash or a new version is a new version of the asset. */
export function sourceOfCook({ contentHash, version }: AssetCooked): string {
  if (contentHash === undefined && version === undefined) return PLAIN_COOK;
  return `${PLAIN_COOK}:${contentHash ?? ''}@${version ?? ''}`;
}

/** What tells a change from others that touched the asset. */
export function sourceOfChange(repository: string, identifier: string): string {
  return repository === '' ? identifier : `${repository}@${identifier}`;
}
