import { shortenAgentPaths } from './agent-paths.js';

/** A diagnosis in two parts: the cause in one sentence, and everything else. */
export interface Cause {
  readonly sentence: string;
  readonly rest: string;
}

/** Diagnoses quote the relevant line, which is shown separately. */
const QUOTED = /^(.*?) \(line \d+\): “.*?”\.?(?= [A-Z]|$)(.*)$/s;

/** Splits a diagnosis into its cause and the rest, without the quoted line. */
export function splitDiagnosis(diagnosis: string): Cause {
  const match = QUOTED.exec(diagnosis);
  if (match === null) return { sentence: shortenAgentPaths(diagnosis), rest: '' };
  return { sentence: `${shortenAgentPaths(match[1] ?? '')}.`, rest: shortenAgentPaths((match[2] ?? '').trim()) };
}

/** What tools print before the message: the place, the level and its code, a log category. */
const BEFORE_MESSAGE: readonly RegExp[] = [
  /^##\[error\]\s*/i,
  /^::error[^:]{0,200}::\s*/i,
  /^\d{1,3}>\s*/,
  // A file with a line: C:\w\Fog.cpp(12,3):, /w/Fog.cpp:12:3:, Fog.cpp.obj :
  /^(?:[A-Za-z]:)?[^:()'"]{1,300}\.\w{1,10}(?:\(\d+(?:[,-]\d+)*\)|:\d+(?::\d+)?)?\s?:\s+/,
  /^(?:\w{1,40}: )?(?:fatal |syntax )?error(?: [A-Z]{1,5}\d{1,5})?:\s*/i,
];
/** MSBuild names the project at the end. */
const PROJECT = /\s\[[^\]]{1,300}\.\w{2,8}proj\]$/;
const MAX_LENGTH = 240;

/** The message of an error line that has no time, without its place and level. */
export function errorMessage(line: string): string {
  const text = line.trim();
  let message = text.replace(PROJECT, '');
  for (const prefix of BEFORE_MESSAGE) message = message.replace(prefix, '');
  message = shortenAgentPaths(message.trim() || text);
  return message.length > MAX_LENGTH ? `${message.slice(0, MAX_LENGTH - 1)}…` : message;
}
