import { type ConsoleBuildDetail, MAX_DURATION_SECONDS, shownStepStatus } from '@slipway/contracts';

type Timed = Pick<ConsoleBuildDetail, 'started_at' | 'finished_at' | 'is_stale' | 'steps'>;

const millis = (time: string | null) => (time === null ? null : Date.parse(time));

/** Positions the steps between a build's start and its end, in percent. A step that is still running ends now. */
export function placeSteps(build: Timed, now: number) {
  const isRunning = build.finished_at === null && !build.is_stale;
  const times = build.steps.map((step) => {
    const start = millis(step.started_at);
    return { start, end: millis(step.finished_at) ?? (isRunning && start !== null ? now : null) };
  });
  const known = [
    ...times.flatMap(({ start, end }) => [start, end]),
    millis(build.started_at),
    millis(build.finished_at),
  ];
  const all = known.filter((time) => time !== null);
  const from = Math.min(...all);
  const total = all.length === 0 ? 0 : Math.max(...all) - from;
  const share = (ms: number) => (total === 0 ? 0 : (ms / total) * 100);
  const steps = build.steps.map(({ name, status: reported, detail }, place) => {
    const status = shownStepStatus(build, reported);
    const { start, end } = times[place] ?? { start: null, end: null };
    if (start === null || end === null) return { name, status, detail, seconds: null, left: 0, width: 0 };
    const ms = Math.max(0, end - start);
    const seconds = ms / 1000 > MAX_DURATION_SECONDS ? null : ms / 1000;
    return { name, status, detail, seconds, left: share(start - from), width: share(ms) };
  });
  return { steps, totalSeconds: total / 1000 };
}
