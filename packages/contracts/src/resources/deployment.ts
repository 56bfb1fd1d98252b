import Type, { type Static } from 'typebox';
import { anyOf, CursorPagination, DigitsId, MaybeTimestamp, orNull, Timestamp, Uuid } from '../fields.js';
import { DEPLOYMENT_STATUSES, PLATFORMS } from '../values.js';
import { LinkedBuildRun } from './change.js';

const fields = {
  id: Uuid,
  platform: anyOf(PLATFORMS),
  status: anyOf(DEPLOYMENT_STATUSES),
  branch: Type.String(),
  version: Type.String(),
  external_id: Type.String(),
  external_build_id: Type.String(),
  build_run_id: orNull(DigitsId),
  integration_id: Type.Integer(),
  submitted_at: MaybeTimestamp,
  deployed_at: MaybeTimestamp,
  live_at: MaybeTimestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const Deployment = Type.Object(fields, { title: 'Deployment' });
export type Deployment = Static<typeof Deployment>;

export const DeploymentDetail = Type.Object(
  { ...fields, build_run: orNull(LinkedBuildRun) },
  { title: 'DeploymentDetail' },
);
export type DeploymentDetail = Static<typeof DeploymentDetail>;

export const DeploymentPage = Type.Object(
  { deployments: Type.Array(Deployment), pagination: CursorPagination },
  { title: 'DeploymentPage' },
);
export type DeploymentPage = Static<typeof DeploymentPage>;
