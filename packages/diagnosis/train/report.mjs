/** Prints the hit rates and calibration of findings about held-out repositories. */
const SAME_REPORT_LINES = 4;
const CONFIDENT = 0.8;
const BINS = 10;

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

export function hitRates(answers) {
  const labelled = [...answers].filter(([{ isLabelled }]) => isLabelled);
  const rows = labelled.map(([example, ranked]) => ({
    ...example,
    first: ranked[0]?.isRight === true,
    three: quoted(ranked).some(({ isRight }) => isRight),
  }));
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

/** The mean difference between confidence and the share that was right, and the confident errors. */
export function calibrationOf(rows) {
  const bins = Array.from({ length: BINS }, () => ({ count: 0, right: 0, confidence: 0 }));
  for (const { confidence, isRight } of rows) {
    const bin = bins[Math.min(BINS - 1, Math.floor(confidence * BINS))];
    bin.count += 1;
    bin.right += isRight;
    bin.confidence += confidence;
  }
  const error = bins.reduce((sum, bin) => sum + Math.abs(bin.right - bin.confidence), 0) / rows.length;
  return {
    logs: rows.length,
    error,
    confident: rate(rows, ({ confidence }) => confidence >= CONFIDENT),
    confidentErrors: rate(rows, ({ confidence, isRight }) => confidence >= CONFIDENT && isRight === 0),
    bins: bins
      .filter(({ count }) => count > 0)
      .map(({ count, right, confidence }) => ({ count, said: confidence / count, right: right / count })),
  };
}
