import type { DeploymentStatus } from '@slipway/contracts';
import {
  type DeploymentReport,
  type Operation,
  omitEmpty,
  platformOfWord,
  readProviderTime,
} from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import {
  commitText,
  detail,
  identifierText,
  OptionalFlag,
  OptionalText,
  optionalCommit,
  TextDetail,
  Time,
} from '../../shared/fields.js';
import { actorOf, firstText, firstTime, Id, ShaDetail, User } from './payload.js';

const Deployment = Type.Object({
  id: Id,
  /** The deployed branch, tag or commit. */
  ref: Type.String({ minLength: 1, maxLength: 500 }),
  sha: ShaDetail,
  task: TextDetail,
  environment: OptionalText,
  original_environment: OptionalText,
  description: TextDetail,
  creator: detail(User),
  created_at: Time,
});
type Deployment = Static<typeof Deployment>;

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#deployment */
export const DeploymentEvent = Type.Object({ action: OptionalText, deployment: Deployment });
export type DeploymentEvent = Static<typeof DeploymentEvent>;

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#deployment_status */
export const DeploymentStatusEvent = Type.Object({
  deployment: Deployment,
  deployment_status: Type.Object({
    state: Type.String({ minLength: 1 }),
    description: TextDetail,
    created_at: Time,
    updated_at: Time,
  }),
});
export type DeploymentStatusEvent = Static<typeof DeploymentStatusEvent>;

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#release */
export const ReleaseEvent = Type.Object({
  action: Type.String({ minLength: 1 }),
  release: Type.Object({
    id: Id,
    tag_name: TextDetail,
    target_commitish: TextDetail,
    name: TextDetail,
    draft: OptionalFlag,
    prerelease: detail(Type.Boolean()),
    author: detail(User),
    updated_at: Time,
    published_at: Time,
  }),
});
export type ReleaseEvent = Static<typeof ReleaseEvent>;

/** `inactive` is omitted: GitHub sets it on every deployment that a newer one replaced. */
const STATUS_OF_STATE = new Map<string, DeploymentStatus>([
  ['queued', 'pending'],
  ['pending', 'pending'],
  ['waiting', 'pending'],
  ['in_progress', 'uploading'],
  ['success', 'live'],
  ['failure', 'rejected'],
  ['error', 'rejected'],
]);

type DeploymentDetails = Pick<DeploymentReport, 'version' | 'commitHash' | 'actor' | 'notes' | 'metadata'>;

export function deploymentCreated(
  { deployment, action }: DeploymentEvent,
  { receivedAt }: NormalizeContext,
): Operation[] {
  const at = readProviderTime(deployment.created_at) ?? receivedAt;
  return [
    {
      ...reportOf(deployment, deployment.description),
      event: firstText(action) ?? 'created',
      status: 'pending',
      at,
    },
  ];
}

export function deploymentProgressed(event: DeploymentStatusEvent, { receivedAt }: NormalizeContext): Operation[] {
  const { deployment, deployment_status: progress } = event;
  return [
    {
      ...reportOf(deployment, firstText(progress.description, deployment.description)),
      event: progress.state,
      status: STATUS_OF_STATE.get(progress.state.toLowerCase()) ?? null,
      at: firstTime(progress.created_at, progress.updated_at) ?? receivedAt,
    },
  ];
}

type DeploymentIdentity = Omit<DeploymentReport, 'event' | 'status' | 'at'>;

/** A later status may name a different environment; the original one identifies the deployment. */
function reportOf(deployment: Deployment, notes: string | null | undefined): DeploymentIdentity {
  const environment = firstText(deployment.original_environment, deployment.environment);
  return {
    kind: 'deployment',
    platform: platformOfWord((environment ?? '').trim().replaceAll(/[\s-]+/g, '_')),
    buildNumber: '',
    branch: deployment.ref,
    externalId: identifierText(deployment.id),
    ...omitEmpty<DeploymentDetails>({
      commitHash: optionalCommit(deployment.sha),
      actor: actorOf(deployment.creator),
      notes,
      metadata: omitEmpty<{ environment: string; task: string }>({ environment, task: deployment.task }),
    }),
  };
}

/** Reports a release as a deployment. Publishing one sends up to three events with the same release. */
export function releaseChanged({ action, release }: ReleaseEvent, { receivedAt }: NormalizeContext): Operation[] {
  const withdrawn = action === 'deleted' || action === 'unpublished';
  const commit = release.target_commitish ?? '';
  return [
    {
      kind: 'deployment',
      platform: 'custom',
      buildNumber: '',
      branch: '',
      externalId: identifierText(release.id),
      event: action,
      status: releaseStatus(withdrawn, release.draft === true),
      // GitHub sends no withdrawal time, and `created_at` is the time of the tagged commit.
      at: (withdrawn ? null : firstTime(release.updated_at, release.published_at)) ?? receivedAt,
      ...omitEmpty<DeploymentDetails>({
        version: release.tag_name,
        commitHash: /^[0-9a-f]{40,64}$/i.test(commit) ? commitText(commit) : null,
        actor: actorOf(release.author),
        notes: release.name,
        metadata: { prerelease: release.prerelease === true },
      }),
    },
  ];
}

function releaseStatus(withdrawn: boolean, draft: boolean): DeploymentStatus {
  if (withdrawn) return 'rolled_back';
  return draft ? 'pending' : 'live';
}
