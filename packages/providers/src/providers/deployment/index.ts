import {
  type DeploymentReport,
  deploymentStatusOfWord,
  omitEmpty,
  platformOfWord,
  readProviderTime,
} from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { defineProvider, type NormalizeContext, on } from '../../define-provider.js';
import { BuildNumber } from '../../shared/build-fields.js';
import { deliveryHeader } from '../../shared/delivery-header.js';
import {
  detail,
  identifierText,
  Key,
  OptionalIdentifier,
  optional,
  optionalCommit,
  TextDetail,
  Time,
  WordDetail,
  wordText,
} from '../../shared/fields.js';
import { lifeCycle, sampleEvents } from './sample-events.js';
import { setup } from './setup.js';
import { testEvent } from './test-event.js';

/** A store's id, or a version: a number or text, empty if the script has none. */
const StoreId = Type.Union([Type.Number(), Type.String({ maxLength: 200 })]);

/** What a deployment script sends at each step. */
const Progress = Type.Object({
  platform: Type.String({ minLength: 1 }),
  event: Key,
  build_number: BuildNumber,
  branch: OptionalIdentifier,
  steam_app_id: optional(StoreId),
  external_id: optional(StoreId),
  external_build_id: detail(StoreId),
  version: detail(StoreId),
  commit: WordDetail,
  timestamp: Time,
  notes: TextDetail,
  metadata: detail(Type.Record(Type.String(), Type.Unknown())),
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
        metadata: payload.metadata,
      }),
    },
  ];
}

export const provider = defineProvider({
  id: 'deployment',
  setup,
  docs: 'https://partner.steamgames.com/doc/sdk/uploading',
  endpoints: [{ path: 'deployment' }],
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 200,
  signature: null,
  deliveryId: deliveryHeader,
  // A release may go live, be rolled back and go live again within minutes: two identical bodies that both count.
  digestWindowMs: 30_000,
  eventName: () => 'deployment_progress',
  events: { deployment_progress: on(Progress, deploymentProgressed) },
  ignored: [],
  testEvent,
  sampleEvents,
  lifeCycle,
});
