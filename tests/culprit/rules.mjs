/** Bisection as people do it: a revision is bad if it fails as often as the retries allow. It always accuses someone. */
export function bisect({ count, run }, retries) {
  let runs = 0;
  const passes = (position) => {
    for (let attempt = 0; attempt <= retries; attempt += 1) {
      runs += 1;
      if (run(position)) return true;
    }
    return false;
  };
  let [good, bad] = [0, count];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (passes(middle)) good = middle;
    else bad = middle;
  }
  return { accused: bad - 1, runs };
}

/** The search of this service, run by run. */
export function search(range, { searchCulprit, budget }) {
  const { count, weights, history, run } = range;
  const runs = [
    { position: 0, hasPassed: true },
    { position: count, hasPassed: false },
  ];
  for (let asked = 0; ; asked += 1) {
    const { step } = searchCulprit({ weights, runs, history, untestable: new Set() }, budget - asked);
    if (step.kind !== 'run') return { accused: step.change ?? null, runs: asked, end: step.kind };
    runs.push({ position: step.position, hasPassed: run(step.position) });
  }
}
