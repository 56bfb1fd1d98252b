/** A diagnosis in two parts: the cause in one sentence, and everything else. */
export interface Cause {
  readonly sentence: string;
  readonly rest: string;
}

/** Diagnoses quote the relevant line, which pages show with its context instead. */
const QUOTED = /^(.*?) \(line \d+\): “.*?”\.?(?= [A-Z]|$)(.*)$/s;
/** Build machines keep sources in the job's folder; people know the path below it. */
const WORKSPACE = /(?:[A-Za-z]:)?[\\/](?:[\w.-]+[\\/])*workspace[\\/][\w.-]+[\\/]/g;

/** Splits a diagnosis into its cause and the rest. */
export function splitDiagnosis(diagnosis: string): Cause {
  const text = diagnosis.replace(WORKSPACE, '');
  const match = QUOTED.exec(text);
  if (match === null) return { sentence: text, rest: '' };
  return { sentence: `${match[1]}.`, rest: (match[2] ?? '').trim() };
}
