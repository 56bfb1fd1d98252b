/** The runs of a suite in one generated project: when, of what, where. */
import { isInfrastructureRun } from '@slipway/domain';
import { PARAMETERS } from './parameters.mjs';

const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 0, 5);
const NIGHT_HOUR = 2;

export function makeProject(random) {
  const kept = (range) => random.between(...range);
  return {
    runsPerDay: kept(PARAMETERS.runsPerDay),
    retries: Number(random.weighted(PARAMETERS.retries)),
    repeats: random.weighted(PARAMETERS.repeats),
    branchRunShare: Number(random.weighted(PARAMETERS.branchRunShare)),
    isOrderKnown: random.chance(PARAMETERS.orderKnownShare),
    areTouchesKnown: random.chance(PARAMETERS.touchesKnownShare),
    devices: random.int(...PARAMETERS.devices),
    badDevice: random.chance(PARAMETERS.badDeviceShare) ? makeBadDevice(random) : null,
    flakyShare: kept(PARAMETERS.flakyShare),
    breaksPerTest: kept(PARAMETERS.breaksPerTest),
  };
}

function makeBadDevice(random) {
  const from = random.int(0, PARAMETERS.suiteRuns - 60);
  return { from, to: from + random.int(...PARAMETERS.badDevice.runs) };
}

/** Revisions of the trunk are numbered; those of a branch start from the newest number. */
export function makeSuiteRuns(random, project) {
  const state = { at: START, trunk: 1, branch: null, branches: 0, previous: null };
  const runs = Array.from({ length: PARAMETERS.suiteRuns }, () => {
    const run = makeRun(random, project, state);
    state.previous = run;
    return run;
  });
  addInfrastructure(random, runs);
  addSlowMachines(random, runs);
  return runs;
}

function makeRun(random, project, state) {
  const before = state.at;
  state.at += random.exponential(DAY_MS / project.runsPerDay);
  const night = (Math.floor(before / DAY_MS) + 1) * DAY_MS + NIGHT_HOUR * 60 * 60 * 1000;
  const isNightly = project.repeats === 'nightly' && state.at > night && before < night;
  if (isNightly) state.at = night;
  const device = random.int(0, project.devices - 1);
  const common = {
    at: state.at,
    device,
    isNight: new Date(state.at).getUTCHours() < 6,
    infrastructure: null,
    load: 1,
  };
  const isRepeated = isNightly || (project.repeats !== 'never' && random.chance(PARAMETERS.repeatedShare));
  if (isRepeated && state.previous !== null) return repeat(state.previous, common);
  if (random.chance(project.branchRunShare)) return { ...common, ...nextOfBranch(random, project, state) };
  state.trunk += random.int(1, 4);
  const order = project.isOrderKnown ? state.trunk : null;
  return { ...common, branch: 'main', number: state.trunk, own: null, revision: `r${state.trunk}`, order };
}

const repeat = ({ branch, number, own, revision, order }, common) => ({
  ...common,
  branch,
  number,
  own,
  revision,
  order,
});

function nextOfBranch(random, project, state) {
  if (state.branch === null || state.branch.left === 0) {
    state.branches += 1;
    state.branch = {
      name: `topic-${state.branches}`,
      left: random.int(...PARAMETERS.runsPerBranch),
      base: state.trunk,
      own: 0,
    };
  }
  const { branch } = state;
  branch.left -= 1;
  branch.own += 1;
  const revision = `${branch.name}.${branch.own}`;
  const order = project.isOrderKnown ? branch.base + branch.own : null;
  return { branch: branch.name, number: branch.base, own: branch.own, revision, order };
}

/** Marks runs with failures of the infrastructure; the product's own rule decides which it recognizes. */
function addInfrastructure(random, runs) {
  const { eventsPer100Runs, shares, runs: length } = PARAMETERS.infrastructure;
  for (let index = 0; index < runs.length; index += 1) {
    if (!random.chance(eventsPer100Runs / 100)) continue;
    const share = Number(random.weighted(shares));
    const hasOneFingerprint = random.chance(PARAMETERS.infrastructureOneFingerprintShare);
    const failures = Math.round(share * PARAMETERS.suiteTests);
    const failuresByFingerprint = new Map([['lost', hasOneFingerprint ? failures : Math.round(failures / 4)]]);
    const isRecognized = isInfrastructureRun({ tests: PARAMETERS.suiteTests, failures, failuresByFingerprint });
    const end = index + random.int(...length);
    for (; index < Math.min(end, runs.length); index += 1)
      runs[index].infrastructure = { share, isRecognized, fingerprint: hasOneFingerprint ? 'lost' : null };
  }
}

function addSlowMachines(random, runs) {
  const { share, factor, runs: length } = PARAMETERS.slowMachines;
  for (let index = 0; index < runs.length; index += 1) {
    if (!random.chance(share / length[1])) continue;
    const end = index + random.int(...length);
    for (; index < Math.min(end, runs.length); index += 1) runs[index].load = factor;
  }
}
