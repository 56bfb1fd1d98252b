import type { DeploymentStatus } from '@slipway/contracts';
import type { Actor, DeploymentReport } from '../deliveries/operations.js';
import { joinRegisters, type Registers, registersOf, type Weight } from './register.js';
import { earliest, latest } from './times.js';

/** What tools tell of a deployment. */
export interface DeploymentFields {
  readonly status: DeploymentStatus;
  readonly version: string;
  readonly externalBuildId: string;
  readonly commitHash: string;
  readonly actor: Actor;
  readonly notes: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** All that reports said of a deployment: each field as it was told last, and when it reached what. */
export interface DeploymentState {
  readonly fields: Registers<DeploymentFields>;
  /** First submitted. */
  readonly submittedAt: number | null;
  /** First live. */
  readonly deployedAt: number | null;
  /** Last set live. */
  readonly liveAt: number | null;
}

/** The way of a deployment: of two statuses at one time the one further on counts. */
const WAY: readonly DeploymentStatus[] = [
  'pending',
  'uploading',
  'submitted',
  'in_review',
  'approved',
  'rejected',
  'live',
  'rolled_back',
];

/** What a status told at that time weighs. */
export function deploymentStatusWeight(status: DeploymentStatus, at: number): Weight {
  return [at, WAY.indexOf(status)];
}

/** What one report says of a deployment. */
export function deploymentStateOf(report: DeploymentReport): DeploymentState {
  const { status, at, version, externalBuildId, commitHash, actor, notes, metadata } = report;
  const told = registersOf<Omit<DeploymentFields, 'status'>>(
    { version, externalBuildId, commitHash, actor, notes, metadata },
    [at],
  );
  const ranked = status === null ? {} : { status: { value: status, weight: deploymentStatusWeight(status, at) } };
  const liveAt = status === 'live' ? at : null;
  return {
    fields: { ...told, ...ranked },
    submittedAt: status === 'submitted' ? at : null,
    deployedAt: liveAt,
    liveAt,
  };
}

/** Two states of one deployment as one. */
export function joinDeployments(a: DeploymentState, b: DeploymentState): DeploymentState {
  return {
    fields: joinRegisters(a.fields, b.fields),
    submittedAt: earliest(a.submittedAt, b.submittedAt),
    deployedAt: earliest(a.deployedAt, b.deployedAt),
    liveAt: latest(a.liveAt, b.liveAt),
  };
}
