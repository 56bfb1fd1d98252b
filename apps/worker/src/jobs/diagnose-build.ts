import {
  type BuildDiagnosis,
  beginDiagnosis,
  completeDiagnosis,
  findJobBuild,
  type HeldDiagnosis,
  isDatabaseOutage,
  type JobBuild,
} from '@slipway/db';
import { FINGERPRINT_RULE } from '@slipway/diagnosis';
import { defineJob, type JobContext } from '../define-job.js';
import { diagnoseLog } from '../investigation/diagnose-log.js';

/** Limits the damage of a log that crashes every worker that reads it. */
const MAX_ATTEMPTS = 5;

const NO_CAUSE: BuildDiagnosis = {
  fingerprint: null,
  rule: FINGERPRINT_RULE,
  category: 'unknown',
  confidence: 0,
  corrected: null,
  diagnosis: null,
  line: null,
  tool: '',
  title: '',
  message: '',
  file: null,
  symbol: null,
  test: null,
};

/** Finds the cause of a failed build in its log, free of charge, and adds the build to its problem. */
export const job = defineJob({
  name: 'diagnose_build',
  async run({ buildRunId }, context) {
    const { database, metrics } = context;
    const held = await beginDiagnosis(database, buildRunId);
    if (held === null) return;
    const build = await findJobBuild(database, held.projectId, buildRunId);
    if (build === null) return;
    const found = await diagnose(held, build, context);
    // The log is gone, and with it the request, or a newer one is on its way.
    if (found === null) return;
    const isStored = await database.modelTransaction((tx) => completeDiagnosis(tx, held, { build, found }));
    metrics.diagnoses.inc({ outcome: isStored ? outcomeOf(found) : 'replaced' });
  },
});

const outcomeOf = ({ line }: BuildDiagnosis) => (line === null ? 'no_cause' : 'cause');

async function diagnose(
  { attempts, buildRunId }: HeldDiagnosis,
  build: JobBuild,
  context: JobContext,
): Promise<BuildDiagnosis | null> {
  try {
    if (attempts > MAX_ATTEMPTS) throw new Error(`gave up after ${MAX_ATTEMPTS} attempts`);
    return await diagnoseLog(context, build);
  } catch (error) {
    if (isDatabaseOutage(error)) throw error;
    context.logger.error({ err: error, buildRunId }, 'diagnosis failed');
    return NO_CAUSE;
  }
}
