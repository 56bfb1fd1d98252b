import {
  providers as allProviders,
  type Provider,
  type SampleDetails,
  type SampleEvent,
  sampleEventsOf,
} from '@slipway/providers';
import { AUTHORS, FILES, LOGS, TITLES } from '../sending/story.js';

/** A source of random numbers; the same seed yields the same numbers. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  pick<T>(items: readonly T[]): T;
}

/** The generator mulberry32: 32 bits of state are plenty for choices like these. */
function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('there is nothing to pick from');
      return item;
    },
  };
}

/** A build, change, issue or release, from its first event to its last. */
export interface Subject {
  readonly provider: string;
  readonly sequence: number;
  /** What its events have in common; sending an event sets its time and ids. */
  readonly story: Pick<SampleDetails, 'number' | 'job' | 'title' | 'author' | 'file' | 'log'>;
  readonly length: number;
}

export interface PlannedEvent {
  readonly subject: Subject;
  readonly event: SampleEvent;
  /** The event that makes the subject visible. */
  readonly isLast: boolean;
}

export interface DayOptions {
  readonly seed: number;
  readonly count: number;
  /** The providers that send events; only those with a life cycle can. */
  readonly providers: readonly string[];
  /** A name unique to this run; job names end with it. */
  readonly run: string;
  /** The first number of changelists, revisions and issues. */
  readonly firstNumber: number;
}

const PLAYERS: ReadonlyMap<string, Provider> = new Map(
  allProviders.filter((provider: Provider) => provider.lifeCycle).map((provider) => [provider.id, provider]),
);

/** The providers that can take part in a day. */
export const DAY_PROVIDERS: readonly string[] = [...PLAYERS.keys()];

const TARGETS = ['win64', 'linux', 'ps5', 'xsx', 'editor'];
/** The most subjects that are under way at once. */
const MAX_OPEN = 40;

/** Plans the events of a day, the same ones for the same options. Every subject that starts also ends. */
export function planDay(options: DayOptions): PlannedEvent[] {
  const random = seededRandom(options.seed);
  const begin = subjectsOf(options, random);
  const planned: PlannedEvent[] = [];
  const open: PlannedEvent[][] = [];
  let remaining = 0;
  while (planned.length + remaining < options.count || remaining > 0) {
    const room = options.count - planned.length - remaining;
    if (open.length === 0 || (room > 0 && open.length < MAX_OPEN && random.next() < 0.4)) {
      const events = begin(room);
      remaining += events.length;
      open.push(events);
    }
    const index = Math.floor(random.next() * open.length);
    const events = open[index] ?? [];
    const event = events.shift();
    if (event === undefined) throw new RangeError('a finished subject is still open');
    planned.push(event);
    remaining -= 1;
    if (events.length === 0) open.splice(index, 1);
  }
  return planned;
}

/** Starts subjects that fit into the rest of the day. */
function subjectsOf({ providers, run, firstNumber }: DayOptions, random: Random) {
  const bag = providers.flatMap((name) => Array<string>(PLAYERS.get(name)?.lifeCycle?.weight ?? 0).fill(name));
  const short = bag.filter((name) => PLAYERS.get(name)?.lifeCycle?.choose(seededRandom(0).next).length === 1);
  const builds = new Map<string, number>();
  let sequence = 0;
  return (room: number): PlannedEvent[] => {
    sequence += 1;
    const provider = random.pick(room < MAX_LENGTH && short.length > 0 ? short : bag);
    const job = `harbor-${provider.replaceAll('_', '-')}-${random.pick(TARGETS)}-${run}`;
    const { setup, lifeCycle } = PLAYERS.get(provider) ?? {};
    const isBuild = setup?.group === 'Builds';
    const number = isBuild ? (builds.get(job) ?? 0) + 1 : firstNumber + sequence;
    if (isBuild) builds.set(job, number);
    const names = lifeCycle?.choose(random.next) ?? [];
    const story = {
      number,
      job,
      title: random.pick(TITLES),
      author: random.pick(AUTHORS),
      file: random.pick(FILES),
      log: random.pick(LOGS),
    };
    const subject = { provider, sequence, story, length: names.length };
    return names.map((name, index) => ({
      subject,
      event: eventNamed(provider, name),
      isLast: index === names.length - 1,
    }));
  };
}

const MAX_LENGTH = 6;

function eventNamed(provider: string, name: string): SampleEvent {
  const event = sampleEventsOf(provider).find((candidate) => candidate.name === name);
  if (event === undefined) throw new TypeError(`${provider} has no event ${name}`);
  return event;
}
