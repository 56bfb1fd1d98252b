/** What is planted in one generated test: flakes, breaks, a slowdown, an addition, a removal. */
import { PARAMETERS } from './parameters.mjs';

const NEVER = Number.POSITIVE_INFINITY;

export function plantTest(random, project, suiteRuns) {
  const count = suiteRuns.length;
  const added = random.chance(PARAMETERS.addedShare) ? random.int(20, count - 60) : 0;
  const removed = random.chance(PARAMETERS.removedShare) ? random.int(Math.max(added + 40, 80), count - 5) : NEVER;
  const isSparse = random.chance(PARAMETERS.sparse.share);
  return {
    added,
    removed,
    presence: isSparse ? PARAMETERS.sparse.presence : 1,
    flake: random.chance(project.flakyShare) ? plantFlake(random, project, { added, count }) : null,
    suffersFromBadDevice: random.chance(PARAMETERS.badDevice.testShare),
    breaks: plantBreaks(random, project, { suiteRuns, added }),
    brokenBranches: plantBrokenBranches(random, suiteRuns),
    hasUnstableFingerprint: random.chance(PARAMETERS.unstableFingerprintShare),
    durationMs: random.logUniform(...PARAMETERS.durationMs),
    spread: random.between(...PARAMETERS.durationSpread),
    slowed: random.chance(PARAMETERS.slowedShare) ? plantSlowdown(random, { added, count }) : null,
  };
}

function plantFlake(random, project, { added, count }) {
  const from = random.chance(PARAMETERS.flakeFromStartShare) ? added : random.int(added, count - 20);
  const isFixed = random.chance(PARAMETERS.flakeFixedShare);
  return {
    kind: random.weighted(PARAMETERS.flakeKinds),
    rate: random.pick(PARAMETERS.flakeRates),
    from,
    to: isFixed ? random.int(from + 20, count) : NEVER,
    stickiness: random.between(...PARAMETERS.stickiness),
    device: random.int(0, project.devices - 1),
    fingerprints: random.int(1, 3),
    variant: random.chance(PARAMETERS.oneVariantShare) ? random.pick(PARAMETERS.variants) : null,
  };
}

function plantSlowdown(random, { added, count }) {
  return { from: random.int(added + 20, count - 15), factor: random.between(...PARAMETERS.slowedFactor) };
}

/** Breaks of the trunk, from one revision until before another. */
function plantBreaks(random, project, { suiteRuns, added }) {
  const trunk = suiteRuns.filter(({ branch }, index) => branch === 'main' && index >= added);
  const breaks = [];
  const plant = (start, length) => {
    const first = trunk[start];
    if (first === undefined) return;
    const isUnsure = random.chance(PARAMETERS.unsureBreakShare);
    breaks.push({
      from: first.number,
      to: trunk[start + length]?.number ?? NEVER,
      rate: isUnsure ? random.between(...PARAMETERS.unsureBreakRate) : 1,
      fingerprint: `break-${breaks.length}`,
    });
  };
  const { mean, most } = PARAMETERS.breakRevisions;
  const length = () => Math.min(most, 1 + Math.floor(random.exponential(mean)));
  if (added > 0 && random.chance(PARAMETERS.brokenWhenAddedShare)) plant(0, length());
  const gap = trunk.length / project.breaksPerTest;
  for (
    let start = Math.floor(random.exponential(gap));
    start < trunk.length;
    start += Math.ceil(random.exponential(gap))
  ) {
    const isRelanded = random.chance(PARAMETERS.relandedShare);
    if (isRelanded) {
      plant(start, 1);
      start += random.int(2, 5);
    }
    const runs = length();
    plant(start, runs);
    start += runs + 1;
  }
  return breaks;
}

/** For each branch that breaks the test itself, the revisions of it that are broken. */
function plantBrokenBranches(random, suiteRuns) {
  const names = new Set(suiteRuns.filter(({ own }) => own !== null).map(({ branch }) => branch));
  const broken = [...names].filter(() => random.chance(PARAMETERS.brokenBranchShare));
  return new Map(
    broken.map((name) => {
      const from = random.int(1, 2);
      return [name, { from, to: from + random.int(1, 4), rate: 1, fingerprint: name }];
    }),
  );
}
