import {
  chargeAutomatic,
  completeInvestigation,
  type DatabaseHandle,
  discardInvestigation,
  type Finding,
  findProblemHistory,
  findProvenCulprit,
  type HeldInvestigation,
  hasSameFinding,
  type JobBuild,
  lockLoggedBuild,
  recordDiagnosis,
  returnInvestigation,
  suspectChange,
} from '@slipway/db';
import type { Diagnosis } from '@slipway/diagnosis';
import {
  accountDay,
  type BuildAttribution,
  nameChange,
  nameProven,
  PROVEN_REASON,
  PROVEN_SUSPICION,
} from '@slipway/domain';
import type { JobContext } from '../define-job.js';
import { describeHistory } from './describe-history.js';
import { storableDiagnosis, storableFinding } from './storable-finding.js';
import { type Progress, TakenOverError } from './track-progress.js';

/** The result of an investigation, before it is stored. */
export interface Conclusion {
  readonly build: JobBuild;
  readonly hasLog: boolean;
  readonly diagnosis: Diagnosis;
  readonly attribution: BuildAttribution;
  /** When the job last passed before the build; null if it never did. */
  readonly lastPassedAt: number | null;
  readonly progress: Progress;
}

/**
 * - completed: the finding is stored
 * - returned: a log arrived while the build was investigated without one, so the investigation runs again
 * - discarded: an automatic investigation that the day's budget does not cover
 */
export type Ending = 'completed' | 'returned' | 'discarded';

/** Stores a finding together with the problem it belongs to, and charges an automatic investigation for a new failure. */
export function conclude(
  investigation: HeldInvestigation,
  conclusion: Conclusion,
  { database, creditCost, clock }: Pick<JobContext, 'database' | 'creditCost' | 'clock'>,
): Promise<Ending> {
  const now = clock.now();
  const charge = { creditCost, day: accountDay(now).date };
  return database.modelTransaction(async (tx) => {
    const { build, hasLog, diagnosis } = conclusion;
    if (!hasLog && (await lockLoggedBuild(tx, build.id))) {
      if (!(await returnInvestigation(tx, investigation))) throw new TakenOverError(investigation.id);
      return 'returned';
    }
    const { history, attribution } = await recordProblem(tx, conclusion);
    if (investigation.automatic && hasLog && !(await isKnownFailure(tx, conclusion))) {
      if (!(await chargeAutomatic(tx, investigation, charge))) {
        await discardInvestigation(tx, investigation);
        return 'discarded';
      }
    }
    const finding = {
      ...diagnosis,
      hasLog,
      attribution: attribution.sentence,
      diagnosis: diagnosis.diagnosis + attribution.sentence + describeHistory(history, new Date(now)),
      attributedUserId: attribution.userId,
      suspects: attribution.suspects,
      steps: conclusion.progress.steps(),
    };
    if (!(await completeInvestigation(tx, investigation, storableFinding(finding))))
      throw new TakenOverError(investigation.id);
    return 'completed';
  });
}

/**
 * Adds the build to its problem, unless its diagnosis did; returns what other builds say about the problem, and who is
 * held responsible: what a search for the culprit proved outweighs what the log suggests.
 */
async function recordProblem(tx: DatabaseHandle, conclusion: Conclusion) {
  const { build, hasLog, diagnosis } = conclusion;
  const problemId = hasLog ? await recordDiagnosis(tx, build, storableDiagnosis(diagnosis)) : null;
  if (problemId === null) return { history: null, attribution: suspicionOf(conclusion) };
  const proven = await findProvenCulprit(tx, { projectId: build.projectId, problemId });
  const attribution = proven === null ? suspicionOf(conclusion) : provenSuspicion(proven);
  if (attribution.suspectedChangeId !== null) await suspectChange(tx, problemId, attribution.suspectedChangeId);
  return { history: await findProblemHistory(tx, problemId, build.id), attribution };
}

/** Who is held responsible for a failure. */
interface Suspicion {
  readonly userId: number | null;
  readonly suspects: Finding['suspects'];
  readonly suspectedChangeId: number | null;
  /** The sentence that ends the diagnosis. */
  readonly sentence: string;
}

function suspicionOf({ attribution }: Conclusion): Suspicion {
  const suspected = attribution.reason === 'attributed' ? attribution.changes.at(-1) : undefined;
  return {
    userId: attribution.userId,
    suspects: attribution.suspects.map(({ change, reason, confidence }) => ({
      changeId: change.id,
      reason,
      confidence,
    })),
    suspectedChangeId: suspected?.id ?? null,
    sentence: nameChange(attribution),
  };
}

type ProvenCulprit = NonNullable<Awaited<ReturnType<typeof findProvenCulprit>>>;

function provenSuspicion({ changeId, displayIdentifier, userId }: ProvenCulprit): Suspicion {
  if (changeId === null)
    return { userId: null, suspects: [], suspectedChangeId: null, sentence: nameProven(null) };
  return {
    userId,
    suspects: [{ changeId, reason: PROVEN_REASON, confidence: PROVEN_SUSPICION }],
    suspectedChangeId: changeId,
    sentence: nameProven(displayIdentifier),
  };
}

/** Whether an earlier build since the last pass failed for the same reason; only the first one is charged. */
function isKnownFailure(tx: DatabaseHandle, { build, diagnosis, lastPassedAt }: Conclusion): Promise<boolean> {
  return hasSameFinding(tx, { build, since: lastPassedAt, fingerprint: diagnosis.fingerprint });
}
