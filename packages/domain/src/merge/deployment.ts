import type { DeploymentStatus } from '@slipway/contracts';
import type { Actor, DeploymentReport } from '../deliveries/operations.js';
import { earliest, latest, mergeFields, type Weight, type WeightedFields, weigh } from './weighted-fields.js';

export interface DeploymentFields {
  readonly status: DeploymentStatus;
  readonly version: string;
  readonly externalBuildId: string;
  readonly commitHash: string;
  readonly actor: Actor;
  readonly notes: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface DeploymentState {
  readonly fields: WeightedFields<DeploymentFields>;
  readonly submittedAt: number | null;
  readonly deployedAt: number | null;
  readonly liveAt: number | null;
}

/** Of two statuses at the same time, the one later in this list wins. */
const STATUS_ORDER: readonly DeploymentStatus[] = [
  'pending',
  'uploading',
  'submitted',
  'in_review',
  'approved',
  'rejected',
  'live',
  'rolled_back',
];

export function deploymentStatusWeight(status: DeploymentStatus, at: number): Weight {
  return [at, STATUS_ORDER.indexOf(status)];
}

export function deploymentStateOf(report: DeploymentReport): DeploymentState {
  const { status, at, version, externalBuildId, commitHash, actor, notes, metadata } = report;
  const fields = weigh<Omit<DeploymentFields, 'status'>>(
    { version, externalBuildId, commitHash, actor, notes, metadata },
    [at],
  );
  const ranked = status === null ? {} : { status: { value: status, weight: deploymentStatusWeight(status, at) } };
  const liveAt = status === 'live' ? at : null;
  return {
    fields: { ...fields, ...ranked },
    submittedAt: status === 'submitted' ? at : null,
    deployedAt: liveAt,
    liveAt,
  };
}

export function mergeDeployments(a: DeploymentState, b: DeploymentState): DeploymentState {
  return {
    fields: mergeFields(a.fields, b.fields),
    submittedAt: earliest(a.submittedAt, b.submittedAt),
    deployedAt: earliest(a.deployedAt, b.deployedAt),
    liveAt: latest(a.liveAt, b.liveAt),
  };
}
