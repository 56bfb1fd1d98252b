/** The hit rates and the calibration of findings about logs that the weights have not seen. */
const SAME_REPORT_LINES = 4;
const BINS = 10;
/** What is called likely, and what is called sure. */
const LIKELY = 0.7;
const SURE = 0.9;

/** The first three lines that a report would quote. */
function quoted(ranked) {
  const chosen = [];
  for (const line of ranked) {
    if (chosen.length === 3) break;
    const isQuoted = chosen.some(
      (other) => Math.abs(other.number - line.number) < SAME_REPORT_LINES || other.masked === line.masked,
    );
    if (!isQuoted) chosen.push(line);
  }
  return chosen;
}

const rate = (list, isTrue) => (list.length === 0 ? 0 : list.filter(isTrue).length / list.length);

const hitsOf = (ranked) => ({
  first: ranked[0]?.isRight === true,
  three: quoted(ranked).some(({ isRight }) => isRight),
});

/** The share of all labeled logs whose cause is the first line, or among the first three. */
export function allHits(answers) {
  const hits = [...answers].filter(([{ isLabelled }]) => isLabelled).map(([, ranked]) => hitsOf(ranked));
  return { hit1: rate(hits, ({ first }) => first), hit3: rate(hits, ({ three }) => three) };
}

export function hitRates(answers) {
  const labelled = [...answers].filter(([{ isLabelled }]) => isLabelled);
  const rows = labelled.map(([example, ranked]) => ({ ...example, ...hitsOf(ranked) }));
  const groups = new Map();
  for (const row of rows) {
    const names = [`${row.source} ${row.split}`, `${row.source} ${row.split} half ${row.half}`];
    for (const name of names) groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups].toSorted().map(([name, group]) => ({
    name,
    logs: group.length,
    repositories: new Set(group.map(({ repository }) => repository)).size,
    hit1: rate(group, ({ first }) => first),
    hit3: rate(group, ({ three }) => three),
  }));
}

/** How often findings were right, and whether their confidence says so. */
export function reliabilityOf(findings) {
  const hits = findings.map(({ ranked }) => hitsOf(ranked));
  const bins = Array.from({ length: BINS }, () => ({ count: 0, right: 0, confidence: 0 }));
  for (const { confidence, isRight } of findings) {
    const bin = bins[Math.min(BINS - 1, Math.floor(confidence * BINS))];
    bin.count += 1;
    bin.right += isRight;
    bin.confidence += confidence;
  }
  const wrongFrom = (least) => rate(findings, ({ confidence, isRight }) => confidence >= least && isRight === 0);
  const sure = findings.filter(({ confidence }) => confidence >= SURE);
  return {
    logs: findings.length,
    hit1: rate(hits, ({ first }) => first),
    hit3: rate(hits, ({ three }) => three),
    error: bins.reduce((sum, bin) => sum + Math.abs(bin.right - bin.confidence), 0) / findings.length,
    wrongLikely: wrongFrom(LIKELY),
    wrongSure: wrongFrom(SURE),
    sure: sure.length,
    sureRight: rate(sure, ({ isRight }) => isRight === 1),
    bins: bins
      .filter(({ count }) => count > 0)
      .map(({ count, right, confidence }) => ({ count, said: confidence / count, right: right / count })),
  };
}
