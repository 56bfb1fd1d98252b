import Type, { type Static } from 'typebox';
import { DigitsId, LimitPagination, MaybeTimestamp, Timestamp } from '../fields.js';
import { BUILD_STATUSES, BUILD_TYPES, TARGET_TYPES } from '../values.js';
import { Investigation } from './investigation.js';

const fields = {
  id: DigitsId,
  project_id: DigitsId,
  status: Type.Enum([...BUILD_STATUSES]),
  build_type: Type.Enum([...BUILD_TYPES]),
  target_type: Type.Enum([...TARGET_TYPES]),
  ci_job_name: Type.String(),
  build_number: Type.String(),
  commit_hash: Type.String(),
  changelist: Type.String(),
  branch: Type.String(),
  build_url: Type.String(),
  duration_seconds: Type.Union([Type.Integer(), Type.Null()]),
  started_at: MaybeTimestamp,
  finished_at: MaybeTimestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const BuildRun = Type.Object(fields, { title: 'BuildRun' });
export type BuildRun = Static<typeof BuildRun>;

export const BuildArtifact = Type.Object(
  {
    name: Type.String(),
    size_bytes: Type.Integer(),
    url: Type.String(),
  },
  { title: 'BuildArtifact' },
);

export const BuildStep = Type.Object(
  {
    name: Type.String(),
    status: Type.String(),
    started_at: MaybeTimestamp,
    finished_at: MaybeTimestamp,
    detail: Type.String(),
  },
  { title: 'BuildStep' },
);

export const BuildRunDetail = Type.Object(
  {
    ...fields,
    artifacts: Type.Array(BuildArtifact),
    steps: Type.Array(BuildStep),
    has_log: Type.Boolean(),
    investigation: Type.Union([Investigation, Type.Null()]),
  },
  { title: 'BuildRunDetail' },
);
export type BuildRunDetail = Static<typeof BuildRunDetail>;

export const BuildRunPage = Type.Object(
  {
    build_runs: Type.Array(BuildRun),
    pagination: LimitPagination,
  },
  { title: 'BuildRunPage' },
);
export type BuildRunPage = Static<typeof BuildRunPage>;
