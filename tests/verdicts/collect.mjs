/** Generates projects, replays their tests, and collects what the tables show. */
import { makeHistory } from './history.mjs';
import {
  beginnings,
  isFlagged,
  observedBreaks,
  runsOfFlake,
  Shares,
  stateOf,
  truthOf,
  WINDOWS,
} from './measure.mjs';
import { PARAMETERS } from './parameters.mjs';
import { plantTest } from './planted-test.mjs';
import { randomFrom } from './random.mjs';
import { brokenSteps, firstFlags, replay } from './replay.mjs';
import { BROKEN_RULES, FLAKY_RULES } from './rules.mjs';
import { makeProject, makeSuiteRuns } from './suite-runs.mjs';

const SAMPLES_PER_HISTORY = 3;

export function collect(seeds) {
  const found = {
    histories: 0,
    judgements: 0,
    shares: new Shares(),
    delays: { flaky: [], broken: [], brokenFlaky: [], unflagged: [], fixed: [], silent: [] },
    days: { flaky: [] },
    samples: { flaky: [], flakyAfterFailure: [], broken: [] },
    examples: new Map(),
  };
  for (const seed of seeds) collectProject(found, randomFrom(seed));
  return found;
}

function collectProject(found, random) {
  const project = makeProject(random);
  const suiteRuns = makeSuiteRuns(random, project);
  for (let index = 0; index < PARAMETERS.testsPerProject; index += 1) {
    const test = plantTest(random, project, suiteRuns);
    for (const variant of PARAMETERS.variants) {
      const history = makeHistory(random, { project, suiteRuns, test, variant });
      const steps = replay(suiteRuns, history);
      const flake = test.flake !== null && (test.flake.variant ?? variant) === variant ? test.flake : null;
      const world = { found, random, project, suiteRuns, test, flake, steps };
      found.histories += 1;
      found.judgements += steps.filter(({ isJudged }) => isJudged).length;
      collectFlakes(world);
      collectRules(world);
      collectBreaks(world);
      collectOthers(world);
      collectSamples(world);
      collectExamples(world);
    }
  }
}

const isAllRecognized = (suiteRuns) =>
  suiteRuns.every(({ infrastructure }) => infrastructure === null || infrastructure.isRecognized);

function collectFlakes({ found, suiteRuns, flake, steps }) {
  for (const { truth } of beginnings(steps, (step) => isFlagged(step.verdict))) {
    found.shares.add('flaky announced', truth.isFlaky);
    if (isAllRecognized(suiteRuns))
      found.shares.add('flaky announced, infrastructure recognized', truth.isFlaky || truth.hasFlaked);
    found.shares.add('flaky announced, or flaky before', truth.isFlaky || truth.hasFlaked);
    found.shares.add(`flaky announced on ${truthOf(truth)}`, true);
  }
  if (flake === null) return;
  const runs = runsOfFlake(steps, flake);
  const first = runs.findIndex(({ verdict }) => isFlagged(verdict));
  for (const window of WINDOWS) {
    if (runs.length < window) continue;
    for (const row of [`rate ${flake.rate}`, `kind ${flake.kind}`])
      found.shares.add(`${row} within ${window}`, first >= 0 && first < window);
  }
  if (first >= 0) {
    found.delays.flaky.push(first + 1);
    found.days.flaky.push((runs[first].at - runs[0].at) / (24 * 60 * 60 * 1000));
  }
  collectRepairs({ found, flake, steps });
}

/** Runs until a repaired flake is no longer called flaky. */
function collectRepairs({ found, flake, steps }) {
  const before = steps.findLast(({ index }) => index < flake.to);
  const after = steps.filter(({ index, run }) => index >= flake.to && run !== null);
  if (after.length === 0 || !isFlagged(before?.verdict ?? null)) return;
  const cleared = after.findIndex(({ verdict }) => !isFlagged(verdict));
  found.delays.unflagged.push(cleared < 0 ? Number.POSITIVE_INFINITY : cleared);
}

function collectRules({ found, project, flake, steps }) {
  const rules = FLAKY_RULES.flat();
  const flags = firstFlags(steps, rules);
  const own = steps.find(({ verdict }) => isFlagged(verdict));
  const runs = flake === null ? [] : runsOfFlake(steps, flake);
  const methods = [['Slipway', own], ...rules.map((rule) => [rule.name, flags.get(rule)])];
  for (const [name, step] of methods) {
    if (step !== undefined) found.shares.add(`first flag ${name}`, step.truth.isFlaky || step.truth.hasFlaked);
    if (runs.length < 200) continue;
    const isFound = step !== undefined && step.index <= runs[199].index;
    found.shares.add(`recall ${name}`, isFound);
    if (flake.rate === 0.02) found.shares.add(`recall at 2 % ${name}`, isFound);
    if (flake.rate === 0.02 && project.retries === 0)
      found.shares.add(`recall at 2 %, no retries ${name}`, isFound);
  }
}

function collectBreaks({ found, suiteRuns, test, steps }) {
  const { shares } = found;
  for (const { truth } of beginnings(steps, isBroken)) {
    shares.add('broken announced', truth.isBroken);
    if (isAllRecognized(suiteRuns)) shares.add('broken announced, infrastructure recognized', truth.isBroken);
  }
  for (const rule of BROKEN_RULES)
    for (const { step } of beginnings(brokenSteps(steps, rule), (each) => each.isBroken))
      shares.add(`broken announced ${rule.name}`, step.truth.isBroken);
  for (const seen of observedBreaks(steps, test.breaks, suiteRuns)) collectBreak(found, steps, seen);
}

function collectBreak({ shares, delays }, steps, { each, runs }) {
  const first = runs.findIndex(isBroken);
  const kind = runs[0].truth.isFlaky ? 'flaky' : 'solid';
  const rows = [`break of ${kind}`];
  if (each.rate < 1) rows.push(`unsure break of ${kind}`);
  for (const within of [1, 2, 3, 5].filter((count) => count <= runs.length))
    for (const row of rows) shares.add(`${row} within ${within}`, first >= 0 && first < within);
  if (first < 0) return;
  delays[kind === 'flaky' ? 'brokenFlaky' : 'broken'].push(first + 1);
  collectFixes({ delays, steps, last: runs.at(-1) });
}

const isBroken = ({ verdict }) => verdict?.state === 'broken';

/** Runs of the trunk until a fixed break is no longer called broken. */
function collectFixes({ delays, steps, last }) {
  if (last.verdict.state !== 'broken') return;
  const after = steps.filter(
    ({ index, run, truth }) => index > last.index && run?.branch === 'main' && !truth.isBroken,
  );
  if (after.length < 3) return;
  const cleared = after.findIndex(({ verdict }) => verdict.state !== 'broken');
  delays.fixed.push(cleared < 0 ? Number.POSITIVE_INFINITY : cleared + 1);
}

function collectOthers({ found, test, steps }) {
  for (const step of steps) found.shares.add(`${truthOf(step.truth)} as ${stateOf(step)}`, true);
  const silent = beginnings(steps, ({ verdict }) => verdict?.state === 'silent');
  for (const { truth } of silent) found.shares.add('silent announced', truth.isRemoved);
  const removed = steps.filter(({ truth }) => truth.isRemoved);
  const firstSilent = removed.findIndex(({ verdict }) => verdict.state === 'silent');
  if (removed.length >= 20)
    found.shares.add(`silent found${test.presence < 1 ? ' (sparse)' : ''}`, firstSilent >= 0);
  if (firstSilent >= 0 && test.presence === 1) found.delays.silent.push(firstSilent + 1);
  for (const { truth } of beginnings(steps, ({ verdict }) => verdict !== null && verdict.slowdown !== null))
    found.shares.add('slow announced', truth.isSlowed);
  if (test.slowed === null) return;
  const slowed = steps.filter(({ index, run }) => index >= test.slowed.from && run !== null);
  const factor = test.slowed.factor >= 2 ? '≥ 2' : '1.5–2';
  const spread = test.spread < 0.2 ? '< .2' : '≥ .2';
  if (slowed.length < 50 || test.slowed.from < 20 || test.durationMs < 200) return;
  const isFound = slowed.slice(0, 50).some(({ verdict }) => verdict.slowdown !== null);
  found.shares.add(`slow found, factor ${factor}, spread ${spread}`, isFound);
}

/** A few judgements of each history, so that long histories of one test do not decide the calibration. */
function collectSamples({ found, random, steps }) {
  const judged = steps.filter(({ isJudged, run }) => isJudged && run !== null);
  const failed = judged.filter(({ run }) => run.outcomes.includes('failed') && !run.isInfrastructure);
  const sample = (from, to, read) => {
    for (let count = 0; count < Math.min(SAMPLES_PER_HISTORY, from.length); count += 1)
      to.push(read(random.pick(from)));
  };
  const flaky = ({ verdict, truth }) => ({ stated: verdict.flakeProbability, isTrue: truth.isFlaky });
  sample(judged, found.samples.flaky, flaky);
  sample(failed, found.samples.flakyAfterFailure, flaky);
  sample(
    failed.filter(({ run }) => run.branch === 'main'),
    found.samples.broken,
    ({ verdict, truth }) => ({ stated: verdict.brokenProbability, isTrue: truth.isBroken }),
  );
}

/** One verdict of each state, for its sentence. */
function collectExamples({ found: { examples }, steps }) {
  for (const { verdict, at } of steps)
    if (!examples.has(verdict.state)) examples.set(verdict.state, { verdict, at });
}
