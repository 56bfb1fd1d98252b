import { Settings } from './settings.js';

/** A variable that no process reads, and the setting that was probably meant. */
export interface UnknownSetting {
  readonly name: string;
  readonly nearest: string;
}

/** Settings, and a variable of `npm start` that processes do not read. */
const KNOWN = [...Object.keys(Settings.properties), 'SEED_DEMO'];
/** The SDK for traces and the command line read variables of their own. */
const FOREIGN = /^(?:OTEL|SLIPWAY)_/;
const SETTING_NAME = /^[A-Z][A-Z0-9_]*$/;
/** The share of a name that may differ. With more, variables such as HOME would look like settings. */
const MAX_DIFFERENCE = 1 / 4;

/** Finds variables whose names are close to the name of a setting, but are not one: probably misspelled settings. */
export function findUnknownSettings(env: NodeJS.ProcessEnv = process.env): UnknownSetting[] {
  return Object.keys(env)
    .filter((name) => SETTING_NAME.test(name) && !FOREIGN.test(name) && !KNOWN.includes(name))
    .flatMap((name) => {
      const [best] = KNOWN.map((nearest) => ({ name, nearest, distance: editDistance(name, nearest) })).toSorted(
        (a, b) => a.distance - b.distance,
      );
      const isClose = best !== undefined && best.distance <= name.length * MAX_DIFFERENCE;
      return isClose ? [{ name, nearest: best.nearest }] : [];
    });
}

/** How many characters have to be inserted, deleted or replaced to turn one text into the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (character === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
