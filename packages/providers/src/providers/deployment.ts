import {
  type DeploymentReport,
  deploymentStatusOfWord,
  omitEmpty,
  platformOfWord,
  readProviderTime,
} from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { defineProvider, type NormalizeContext, on } from '../define-provider.js';
import {
  identifierText,
  Key,
  maybe,
  OptionalIdentifier,
  OptionalText,
  optionalCommit,
  wordText,
} from '../fields.js';
import { BuildNumber } from './_build-fields.js';

/** An id of a store, or a version: number or text, empty when the script has none. */
const StoreId = maybe(Type.Union([Type.Number(), Type.String({ maxLength: 200 })]));

/** What a deployment script tells of each step on the way to the players. */
const Progress = Type.Object({
  platform: Type.String({ minLength: 1 }),
  event: Key,
  build_number: BuildNumber,
  branch: OptionalIdentifier,
  steam_app_id: StoreId,
  external_id: StoreId,
  external_build_id: StoreId,
  version: StoreId,
  commit: OptionalIdentifier,
  timestamp: Type.Optional(Type.Unknown()),
  notes: OptionalText,
  metadata: Type.Optional(Type.Unknown()),
});
type Progress = Static<typeof Progress>;

function deploymentProgressed(payload: Progress, { receivedAt }: NormalizeContext): DeploymentReport[] {
  return [
    {
      kind: 'deployment',
      platform: platformOfWord(payload.platform),
      buildNumber: identifierText(payload.build_number),
      branch: wordText(payload.branch) ?? '',
      externalId: wordText(payload.steam_app_id) ?? wordText(payload.external_id) ?? '',
      event: payload.event,
      status: deploymentStatusOfWord(payload.event),
      at: readProviderTime(payload.timestamp) ?? receivedAt,
      ...omitEmpty<Pick<DeploymentReport, 'version' | 'externalBuildId' | 'commitHash' | 'notes' | 'metadata'>>({
        version: wordText(payload.version),
        externalBuildId: wordText(payload.external_build_id),
        commitHash: optionalCommit(payload.commit),
        notes: payload.notes,
        metadata: recordOf(payload.metadata),
      }),
    },
  ];
}

function recordOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

export const provider = defineProvider({
  id: 'deployment',
  label: 'Deployment scripts',
  docs: 'https://partner.steamgames.com/doc/sdk/uploading',
  endpoints: [{ path: 'deployment' }],
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 200,
  signature: null,
  deliveryId: () => null,
  // Live, rolled back and live again within minutes is an honest sequence with two equal bodies in it.
  digestWindowMs: 30_000,
  eventName: () => 'deployment_progress',
  events: { deployment_progress: on(Progress, deploymentProgressed) },
  ignored: [],
});
