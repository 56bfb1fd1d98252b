import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { Asset } from '../endpoints/assets.js';
import { anyOf, CursorPagination, MaybeTimestamp, orNull, Timestamp } from '../fields.js';
import { ASSET_FILTERS } from '../list-filters.js';
import { pageParameters } from '../parameters.js';
import { ASSET_APPROVAL_STATUSES, ASSET_TYPES } from '../values.js';
import { AssetApproval } from './approvals.js';
import { ChangeLink } from './linked-records.js';

const fields = {
  ...Asset.properties,
  /** As the last cook reported it. */
  size_bytes: orNull(Type.Integer()),
  last_event_at: MaybeTimestamp,
};

/** An asset in the console's list. */
export const ConsoleAsset = Type.Object(fields);
export type ConsoleAsset = Static<typeof ConsoleAsset>;

export const searchAssets = describeConsole({
  name: 'searchAssets',
  method: 'GET',
  path: '/projects/:project_id/assets',
  query: { ...ASSET_FILTERS, ...pageParameters },
  response: Type.Object({ assets: Type.Array(ConsoleAsset), pagination: CursorPagination }),
});

export const countAssets = describeConsole({
  name: 'countAssets',
  method: 'GET',
  path: '/projects/:project_id/asset-counts',
  response: Type.Object({
    counts: Type.Array(
      Type.Object({
        asset_type: anyOf(ASSET_TYPES),
        approval_status: anyOf(ASSET_APPROVAL_STATUSES),
        count: Type.Integer(),
      }),
    ),
  }),
});

/** What made a version of an asset: a change or a cook. */
export const AssetVersion = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  kind: anyOf(['created', 'updated']),
  /** Null if it was cooked. */
  change: orNull(ChangeLink),
  /** The hash and version of cooked content. */
  source: Type.String(),
  provider: Type.String(),
  actor: Type.String(),
  occurred_at: Timestamp,
  /** A picture or recording that the sender named; a browser loads it only if the project allows its host. */
  preview: orNull(Type.Object({ url: Type.String(), is_allowed: Type.Boolean() })),
});
export type AssetVersion = Static<typeof AssetVersion>;

/** An asset with everything that its page shows. */
export const ConsoleAssetDetail = Type.Object({
  ...fields,
  content_hash: orNull(Type.String()),
  reported_version: orNull(Type.Integer()),
  versions: Type.Array(AssetVersion),
  approvals: Type.Array(AssetApproval),
});
export type ConsoleAssetDetail = Static<typeof ConsoleAssetDetail>;

export const getConsoleAsset = describeConsole({
  name: 'getConsoleAsset',
  method: 'GET',
  path: '/projects/:project_id/assets/:asset_id',
  response: ConsoleAssetDetail,
});
