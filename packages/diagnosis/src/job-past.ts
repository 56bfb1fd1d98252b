/**
 * Which of the latest builds of a job, failed or not, printed a line that may name a cause. What most builds print is
 * not why one of them failed. It can be stored as JSON, has a bounded size, and contains no log text.
 */
export interface JobPast {
  readonly version: 1;
  /** The ids of the builds, newest first. */
  readonly builds: readonly number[];
  /** For each line a 32-bit hash and 16 bits, one per build, the newest lowest; in base64. */
  readonly lines: string;
}

const MAX_BUILDS = 16;
const MAX_LINES = 4_096;
const HASH_BYTES = 4;
const LINE_BYTES = 6;

type Marks = ReadonlyMap<number, number>;

/** Adds a build to a job's past. The build that is the seventeenth then is forgotten. */
export function extendPast(previous: JobPast | null, build: number, hashes: ReadonlySet<number>): JobPast {
  const marks = new Map<number, number>();
  for (const hash of hashes) marks.set(hash, 1);
  for (const [hash, builds] of marksOf(previous)) {
    marks.set(hash, ((builds << 1) & 0xffff) | (hashes.has(hash) ? 1 : 0));
  }
  return pack([build, ...(previous?.builds ?? [])].slice(0, MAX_BUILDS), marks);
}

/** A job's past without some of its builds; null if none is left. */
export function keepBuilds(past: JobPast, isKept: (build: number) => boolean): JobPast | null {
  const places = past.builds.flatMap((build, place) => (isKept(build) ? [place] : []));
  if (places.length === 0) return null;
  if (places.length === past.builds.length) return past;
  const kept = ([hash, builds]: [number, number]): [number, number] => [
    hash,
    places.reduce((sum, place, at) => sum | (((builds >> place) & 1) << at), 0),
  ];
  return pack(
    places.map((place) => past.builds[place] as number),
    new Map([...marksOf(past)].map(kept)),
  );
}

function* marksOf(past: JobPast | null): Generator<[hash: number, builds: number]> {
  if (past === null) return;
  const bytes = Buffer.from(past.lines, 'base64');
  for (let offset = 0; offset + LINE_BYTES <= bytes.length; offset += LINE_BYTES) {
    yield [bytes.readUInt32LE(offset), bytes.readUInt16LE(offset + HASH_BYTES)];
  }
}

/** Lines that no build prints any more are left out, and beyond the limit those of the oldest builds. */
function pack(builds: readonly number[], marks: Marks): JobPast {
  const kept = [...marks].filter(([, mask]) => mask !== 0);
  // The lowest bit is that of the newest build.
  kept.sort(([, a], [, b]) => Math.clz32(b & -b) - Math.clz32(a & -a));
  const lines = kept.slice(0, MAX_LINES);
  const bytes = Buffer.alloc(lines.length * LINE_BYTES);
  let offset = 0;
  for (const [hash, mask] of lines) offset = bytes.writeUInt16LE(mask, bytes.writeUInt32LE(hash, offset));
  return { version: 1, builds, lines: bytes.toString('base64') };
}

/** What people said about findings of a job: the lines that were the cause, with their forms, and those that were not. */
export interface Lessons {
  readonly confirmed: readonly { readonly line: number; readonly form: string }[];
  readonly refused: readonly number[];
}

export const NO_LESSONS: Lessons = { confirmed: [], refused: [] };

/** What is known about the lines of a job. A line is given by its hash. */
export interface JobMemory {
  /** The logarithm of the odds that a build of the job prints the line; null if no build is known. */
  oddsOf(line: number): number | null;
  isConfirmed(line: number): boolean;
  isConfirmedForm(form: string): boolean;
}

/** A refused line counts as one that at least this many builds print. */
const REFUSED_BUILDS = 3;

export function recall(past: JobPast | null, lessons: Lessons): JobMemory {
  const counts = new Map<number, number>();
  for (const [hash, mask] of marksOf(past)) counts.set(hash, bitsIn(mask));
  const known = past?.builds.length ?? 0;
  const refused = new Set(lessons.refused);
  const confirmed = new Set(lessons.confirmed.map(({ line }) => line));
  const forms = new Set(lessons.confirmed.map(({ form }) => form));
  return {
    oddsOf(line) {
      const builds = refused.has(line) ? Math.max(known, REFUSED_BUILDS) : known;
      if (builds === 0) return null;
      const count = refused.has(line) ? builds : (counts.get(line) ?? 0);
      return Math.log((count + 0.5) / (builds - count + 0.5));
    },
    isConfirmed: (line) => confirmed.has(line),
    isConfirmedForm: (form) => forms.has(form),
  };
}

function bitsIn(mask: number): number {
  let bits = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits += 1;
  return bits;
}
