import {
  type AssetCooked,
  assetTypeOfPath,
  assetTypeOfWord,
  type BuildReport,
  omitEmpty,
  readPreviewUrl,
} from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import { AmountDetail, wholeAmount } from '../../shared/build-fields.js';
import { OptionalIdentifier, optional, TextDetail, wordText } from '../../shared/fields.js';
import { common, identified, report, step, timeOf } from './build-events.js';

const Path = Type.String({ minLength: 1, maxLength: 800 });
const assetFields = {
  name: TextDetail,
  asset_type: TextDetail,
  content_hash: OptionalIdentifier,
  version: Type.Optional(Type.Unknown()),
  size_bytes: AmountDetail,
  preview_url: TextDetail,
};
const CookedAsset = Type.Object({ path: Path, ...assetFields });
type CookedAsset = Static<typeof CookedAsset>;
const Batch = Type.Array(CookedAsset, { maxItems: 1000 });

/** One asset in the event itself, several in `assets`, or both. */
export const Cooked = Type.Object(
  { ...common, ...assetFields, path: optional(Path), assets: optional(Batch) },
  {
    allOf: [
      identified,
      {
        anyOf: [
          { required: ['path'], properties: { path: Path } },
          { required: ['assets'], properties: { assets: Batch } },
        ],
      },
    ],
  },
);
export type Cooked = Static<typeof Cooked>;

export function assetsCooked(payload: Cooked, context: NormalizeContext): (BuildReport | AssetCooked)[] {
  const at = timeOf(payload, context);
  const single = payload.path == null ? [] : [{ ...payload, path: payload.path }];
  const building = report(payload, 'building', at, { startedAt: at, steps: [step(payload, 'cook', at)] });
  return [building, ...[...single, ...(payload.assets ?? [])].map((asset) => toAsset(asset, at))];
}

function toAsset(asset: CookedAsset, at: number): AssetCooked {
  const { path, name, asset_type: word, size_bytes: sizeBytes, preview_url: preview } = asset;
  return {
    kind: 'asset_cooked',
    path,
    at,
    ...omitEmpty<Omit<AssetCooked, 'kind' | 'path' | 'at'>>({
      name,
      assetType: (word ? assetTypeOfWord(word) : null) ?? typeOfCooked(path),
      contentHash: wordText(asset.content_hash),
      version: versionOf(asset.version),
      sizeBytes: wholeAmount(sizeBytes),
      previewUrl: preview ? readPreviewUrl(preview) : null,
    }),
  };
}

/** Unreal sends cooked packages without their extension: /Game/Hero/SM_Hero. */
function typeOfCooked(path: string) {
  const hasExtension = path.lastIndexOf('.') > path.lastIndexOf('/');
  return assetTypeOfPath(hasExtension ? path : `${path}.uasset`);
}

const MAX_VERSION = 2 ** 31 - 1;

/** Reads a whole number, given as a number or text. Other versions cannot be compared and are omitted. */
function versionOf(version: unknown): number | null {
  const number = typeof version === 'string' && /^[0-9]{1,10}$/.test(version) ? Number(version) : version;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= MAX_VERSION
    ? number
    : null;
}
