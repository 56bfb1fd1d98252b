import { type SampleDetails, type SampleEvent, sampleEventsOf } from '@slipway/providers/samples';
import { AUTHORS, FILES, LOGS, TITLES } from '../sending/story.js';
import { type Random, seededRandom } from './random.js';

/** A build, change, issue or release, from its first event to its last. */
export interface Subject {
  readonly provider: string;
  readonly sequence: number;
  /** What its events have in common; the time and the ids are set when an event is sent. */
  readonly story: Pick<SampleDetails, 'number' | 'job' | 'title' | 'author' | 'file' | 'log'>;
  /** The number of its events. */
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
  /** The number of events. */
  readonly count: number;
  /** The providers that send, of those with a life cycle. */
  readonly providers: readonly string[];
  /** A name that no other run has. Jobs end with it. */
  readonly run: string;
  /** The first number of changelists, revisions and issues. */
  readonly firstNumber: number;
}

type Choose = (random: Random) => readonly string[];

const passes = (random: Random, passed: string, failed: string) => (random.next() < 0.8 ? passed : failed);

/** The events of one subject in their order; how often a provider begins one is its weight. */
const LIFE_CYCLES: Readonly<Record<string, { readonly weight: number; readonly choose: Choose }>> = {
  jenkins: { weight: 4, choose: (random) => ['started', passes(random, 'success', 'failure')] },
  buildkite: { weight: 3, choose: (random) => ['scheduled', 'running', passes(random, 'passed', 'failed')] },
  game_engine: {
    weight: 4,
    choose: (random) => [
      'cooking_started',
      'shaders_started',
      'shaders_completed',
      ...(random.next() < 0.25 ? ['asset_cooked'] : []),
      'packaging_started',
      passes(random, 'build_completed', 'build_failed'),
    ],
  },
  github: { weight: 2, choose: () => ['push'] },
  perforce: { weight: 2, choose: () => ['submit'] },
  lore: { weight: 1, choose: () => ['push'] },
  diversion: { weight: 1, choose: () => ['commit'] },
  deployment: {
    weight: 2,
    choose: (random) => ['uploading', 'submitted', 'live', ...(random.next() < 0.1 ? ['rolled_back'] : [])],
  },
  jira: { weight: 2, choose: () => ['created', 'started', 'done'] },
  linear: { weight: 2, choose: () => ['created', 'started', 'done'] },
};

/** The providers that can take part in a day. */
export const DAY_PROVIDERS = Object.keys(LIFE_CYCLES);

const TARGETS = ['win64', 'linux', 'ps5', 'xsx', 'editor'];
/** The most subjects that are under way at once. */
const MAX_OPEN = 40;

/** Plans the events of a day: the same ones for the same options. Every subject that begins also ends. */
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

/** Begins subjects that fit into the rest of the day. */
function subjectsOf({ providers, run, firstNumber }: DayOptions, random: Random) {
  const bag = providers.flatMap((name) => Array<string>(LIFE_CYCLES[name]?.weight ?? 0).fill(name));
  const short = bag.filter((name) => LIFE_CYCLES[name]?.choose(seededRandom(0)).length === 1);
  const builds = new Map<string, number>();
  let sequence = 0;
  return (room: number): PlannedEvent[] => {
    sequence += 1;
    const provider = random.pick(room < MAX_LENGTH && short.length > 0 ? short : bag);
    const job = `harbor-${provider.replaceAll('_', '-')}-${random.pick(TARGETS)}-${run}`;
    const isBuild = ['jenkins', 'buildkite', 'game_engine'].includes(provider);
    const number = isBuild ? (builds.get(job) ?? 0) + 1 : firstNumber + sequence;
    if (isBuild) builds.set(job, number);
    const names = LIFE_CYCLES[provider]?.choose(random) ?? [];
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
