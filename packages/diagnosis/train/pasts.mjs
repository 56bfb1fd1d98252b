/** A job's past for each labeled log: other logs of its repository, in an order that is always the same. */
import { examine } from '../dist/diagnose.js';
import { extendPast, NO_LESSONS } from '../dist/job-past.js';
import { hashLine } from '../dist/line-hash.js';
import { isLabelled, isRight, repositoryOf } from './records.mjs';

/** How many earlier builds a log is compared with when lines are learned; the logs take turns. */
const SIZES = [0, 1, 3, 16];

/** Returns what is known about a log's job from `size` other logs; if `isTaught`, people have confirmed their causes. */
export function createPasts(records) {
  const linesOf = once((record) => suspiciousLines(record));
  const siblings = new Map();
  for (const record of records) {
    const repository = repositoryOf(record);
    siblings.set(repository, [...(siblings.get(repository) ?? []), record]);
  }
  return (record, { size, isTaught }) => {
    const others = siblings.get(repositoryOf(record)).filter((other) => other !== record);
    const chosen = others.toSorted((a, b) => rank(record, a) - rank(record, b)).slice(0, size);
    const past = chosen.reduce((before, other, at) => extendPast(before, at, linesOf(other).hashes), null);
    const confirmed = isTaught ? chosen.flatMap((other) => linesOf(other).cause) : [];
    return { past, lessons: { ...NO_LESSONS, confirmed } };
  };
}

/** The past with which a log teaches: sizes, and whether people have confirmed causes, take turns. */
export function taughtWith(record) {
  const turn = numberOf(`past ${record.id}`);
  return { size: SIZES[turn % SIZES.length], isTaught: Math.floor(turn / SIZES.length) % 2 === 1 };
}

function suspiciousLines(record) {
  const { candidates, setting } = examine(record.log);
  const lines = candidates.map(({ index, hits }) => ({
    ...setting.lines[index],
    line: hashLine(setting.lines[index].text),
    form: hits[0].matcher.id,
  }));
  const cause = isLabelled(record) ? lines.find(({ number }) => isRight(record, number)) : undefined;
  return {
    hashes: new Set(lines.map(({ line }) => line)),
    cause: cause === undefined ? [] : [{ line: cause.line, form: cause.form }],
  };
}

const rank = (record, other) => numberOf(`${record.id} ${other.id}`);

/** A number that looks random, but is the same for the same text. */
function numberOf(text) {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function once(compute) {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key);
  };
}
