import type { BuildReport } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import { BuildNumber, JobName } from '../../shared/build-fields.js';
import { logFields, readLog } from '../../shared/build-log.js';
import { WordDetail } from '../../shared/fields.js';
import { identityOf } from './build-events.js';

/** The log of a job, which an agent's hook sends because Buildkite's webhooks contain no logs. */
export const JobLog = Type.Object({
  pipeline: JobName,
  build_number: BuildNumber,
  exit_status: WordDetail,
  ...logFields,
});
export type JobLog = Static<typeof JobLog>;

/** Adds the log to the build. A failed job's log is kept even if other jobs of the build end later. */
export function jobLogSent(payload: JobLog, { receivedAt }: NormalizeContext): BuildReport[] {
  const log = readLog(payload);
  if (log == null) return [];
  return [
    {
      ...identityOf({ number: payload.build_number }, payload.pipeline),
      status: null,
      originalStatus: null,
      reportedAt: receivedAt,
      log: Number(payload.exit_status ?? 0) === 0 ? log : { ...log, fromFailedJob: true },
    },
  ];
}
