import type { SampleDetails, SampleEvent } from '../sample-event.js';

interface TrackerEvent {
  readonly name: string;
  readonly summary: string;
  /** The tracker's own name for the state. */
  readonly state: string;
}

const TRACKER_EVENTS: readonly TrackerEvent[] = [
  { name: 'created', summary: 'An issue is created', state: 'To Do' },
  { name: 'started', summary: 'Work on the issue starts', state: 'In Progress' },
  { name: 'done', summary: 'The issue is done', state: 'Done' },
];

type Make = (event: TrackerEvent, details: SampleDetails) => ReturnType<SampleEvent['make']>;

/** The life cycle of an issue; `make` writes one of its events as the tracker sends it. */
export function trackerEvents(
  make: Make,
  referenceKey: (details: SampleDetails) => string,
): readonly SampleEvent[] {
  return TRACKER_EVENTS.map((event) => ({
    name: event.name,
    summary: event.summary,
    make: (details) => make({ ...event, state: details.reported?.state ?? event.state }, details),
    referenceKey,
  }));
}
