import Type, { type Static } from 'typebox';
import { orNull } from '../fields.js';

const seconds = orNull(Type.Number());
const ratio = orNull(Type.Number({ minimum: 0, maximum: 1 }));

export const ProjectMetrics = Type.Object(
  {
    days: Type.Integer(),
    builds: Type.Object({
      total: Type.Integer(),
      passed: Type.Integer(),
      failed: Type.Integer(),
      cancelled: Type.Integer(),
      success_rate: ratio,
      median_duration_seconds: seconds,
      p95_duration_seconds: seconds,
    }),
    changes: Type.Object({ total: Type.Integer(), authors: Type.Integer() }),
    deployments: Type.Object({
      total: Type.Integer(),
      live: Type.Integer(),
      rejected: Type.Integer(),
      rolled_back: Type.Integer(),
      per_week: Type.Number(),
    }),
    lead_time_seconds: seconds,
    change_failure_rate: ratio,
    time_to_restore_seconds: seconds,
  },
  {
    title: 'ProjectMetrics',
    description:
      'lead_time_seconds: median from a change to the live deployment of a build of it. change_failure_rate: ' +
      'share of finished deployments rejected or rolled back. time_to_restore_seconds: median from a failed ' +
      'build to the next passing one of the same job.',
  },
);
export type ProjectMetrics = Static<typeof ProjectMetrics>;
