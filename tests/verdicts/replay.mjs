/** Judges a generated history run by run, as the worker does. */
import { judge } from '@slipway/domain';

const MAX_HISTORY = 500;
/** The worker judges only when something happens; slowdowns are looked for every so many runs. */
const SLOWDOWN_EVERY = 10;

const hasFailure = ({ outcomes }) => outcomes.includes('failed');
const isCounted = ({ isInfrastructure, outcomes }) =>
  !isInfrastructure && outcomes.some((outcome) => outcome !== 'skipped');

/** One step for each run of the suite since the test appeared: what was known, and what was true. */
export function replay(suiteRuns, history) {
  const first = history.findIndex(({ run }) => run !== null);
  const seen = { runs: [], verdict: null, suiteCount: 0, missed: 0 };
  if (first < 0) return [];
  return history.slice(first).map(({ run, truth }, offset) => {
    const index = first + offset;
    const { at, infrastructure } = suiteRuns[index];
    if (!infrastructure?.isRecognized) {
      seen.suiteCount += 1;
      seen.missed = run === null || !isCounted(run) ? seen.missed + 1 : 0;
    }
    if (run !== null) seen.runs.push(run);
    const isInteresting = run === null || seen.verdict?.state !== 'passing' || hasFailure(run);
    if (isInteresting || index % SLOWDOWN_EVERY === 0) seen.verdict = judgeNow(seen, at);
    return { index, at, run, truth, verdict: seen.verdict, isJudged: isInteresting };
  });
}

function judgeNow({ runs, suiteCount, missed }, now) {
  return judge(runs.slice(-MAX_HISTORY), {
    now,
    branch: 'main',
    firstSeenAt: runs[0].at,
    suiteRuns: suiteCount,
    suiteRunsSince: missed,
  });
}

/** The steps at which a simple rule first calls the test flaky, by rule. */
export function firstFlags(steps, rules) {
  const runs = [];
  const flags = new Map();
  for (const step of steps) {
    if (step.run === null || !isCounted(step.run)) continue;
    runs.push(step.run);
    if (!hasFailure(step.run)) continue;
    const open = rules.filter((rule) => !flags.has(rule));
    for (const rule of open) if (rule.isFlaky(runs)) flags.set(rule, step);
  }
  return flags;
}

/** For a simple rule: whether it calls the trunk broken, after each of its runs. */
export function brokenSteps(steps, rule) {
  const runs = [];
  return steps
    .filter(({ run }) => run !== null && run.branch === 'main' && isCounted(run))
    .map((step) => {
      runs.push(step.run);
      return { step, isBroken: rule.isBroken(runs) };
    });
}
