import { useEffect, useId, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatDay } from '../words/clock.js';
import { count, duration, latency } from '../words/format.js';
import { classNames } from './class-names.js';

/** One line or set of bars in a chart; null where nothing was measured. */
export interface ChartSeries {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly colour: 'accent' | 'ok-bar' | 'bad-bar' | 'warn-bar' | 'idle';
  readonly kind: 'line' | 'bars' | 'dashes';
  readonly notes?: readonly string[];
}

interface ChartProps {
  readonly label: string;
  /** Calendar days as `2026-11-15`, oldest first. */
  readonly days: readonly string[];
  readonly series: readonly ChartSeries[];
  readonly unit: Unit;
  onPick(day: string): void;
}

const HEIGHT = 160;
const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;

const percent = (share: number) => `${Math.round(share * 100)}%`;

const UNITS = {
  share: { text: percent, axis: percent, steps: [0.25, 0.5, 1] },
  rate: {
    text: exactPercent,
    axis: exactPercent,
    steps: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1],
  },
  number: { text: count, axis: count, steps: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000] },
  milliseconds: {
    text: latency,
    axis: latency,
    steps: [
      ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000],
      ...[MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR].map((seconds) => seconds * 1_000),
    ],
  },
  seconds: {
    text: duration,
    axis: wholeUnits,
    steps: [
      ...[5, 10, 15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE],
      ...[HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 5 * DAY, 10 * DAY, 30 * DAY],
    ],
  },
} as const;
type Unit = keyof typeof UNITS;

/** For shares close to nothing or to everything. */
export function exactPercent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

/** A rate fills the chart, because it hardly changes; other values start at zero. */
function rangeOf(unit: Unit, min: number | null, max: number | null): [number, number] {
  if (unit === 'share') return [0, 1.05];
  if (unit !== 'rate') return [0, Math.max(1, max ?? 1) * 1.1];
  const margin = Math.max(0.002, ((max ?? 1) - (min ?? 0)) * 0.1);
  return [Math.max(0, (min ?? 0) - margin), Math.min(1, max ?? 1) + margin];
}

function wholeUnits(seconds: number): string {
  if (seconds >= DAY) return `${count(seconds / DAY)}d`;
  if (seconds >= HOUR) return `${count(seconds / HOUR)}h`;
  return seconds >= MINUTE ? `${count(seconds / MINUTE)}m` : `${count(seconds)}s`;
}

/**
 * A chart over days. The readout above it follows the pointer, or the arrow keys while the chart has the focus; Enter or
 * a click shows the rows behind the day.
 */
export function Chart({ label, days, series, unit, onPick }: ChartProps) {
  const help = useId();
  const [at, setAt] = useState<number | null>(null);
  const pick = (place: number | null) => {
    const day = days[place ?? -1];
    if (day !== undefined) onPick(day);
  };
  const { host, moveTo } = usePlot({ days, series, unit, onCursor: setAt, onClick: pick });
  const last = days.length - 1;
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`${label} by day`}
      aria-describedby={help}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={describeDay({ days, series, unit, at: at ?? last })}
      onKeyDown={(event) => {
        const target = placeAfter(event.key, at, last);
        if (event.key === 'Enter') pick(at);
        else if (target === null) return;
        else moveTo(target);
        event.preventDefault();
      }}
      onBlur={() => moveTo(null)}
      className="cursor-pointer rounded-sm"
    >
      <span id={help} className="sr-only">
        Arrow keys move from day to day. Enter shows the rows behind a day.
      </span>
      <Readout days={days} series={series} unit={unit} at={at} />
      <div aria-hidden ref={host} className="w-full overflow-hidden" style={{ height: HEIGHT }} />
    </div>
  );
}

/** The day that a key moves to; null for keys that do not move. The first arrow key starts at the last day. */
function placeAfter(key: string, at: number | null, last: number): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: Math.max(0, (at ?? last + 1) - 1),
    ArrowRight: Math.min(last, (at ?? last - 1) + 1),
    Home: 0,
    End: last,
  };
  return moves[key] ?? null;
}

interface ReadoutProps extends Pick<ChartProps, 'days' | 'series' | 'unit'> {
  readonly at: number | null;
}

function Readout({ days, series, unit, at }: ReadoutProps) {
  return (
    <p aria-hidden className="flex min-h-5 flex-wrap items-center gap-x-3 text-xs text-ink-faint">
      {series.map(({ label, values, notes, colour, kind }) => (
        <span key={label} className="inline-flex items-center gap-1">
          <span
            className={classNames('w-2 rounded-[2px]', kind === 'dashes' ? 'h-0.5' : 'h-2')}
            style={{ background: `var(--${colour})` }}
          />
          {label}
          {at !== null && (
            <span className="tnum text-ink">
              {textOf(values[at], UNITS[unit].text)}
              {notes?.[at] && <span className="text-ink-faint"> ({notes[at]})</span>}
            </span>
          )}
        </span>
      ))}
      {at !== null && <span className="tnum ml-auto">{longDay(days[at])}</span>}
    </p>
  );
}

function describeDay({ days, series, unit, at }: Omit<ReadoutProps, 'at'> & { readonly at: number }): string {
  const values = series.map(({ label, values: each, notes }) => {
    const value = each[at];
    const text = value === null || value === undefined ? 'nothing measured' : UNITS[unit].text(value);
    return `${label} ${text}${notes?.[at] ? ` (${notes[at]})` : ''}`;
  });
  return `${longDay(days[at])}: ${values.join(', ')}`;
}

interface PlotOptions extends Pick<ChartProps, 'days' | 'series' | 'unit'> {
  onCursor(place: number | null): void;
  onClick(place: number | null): void;
}

function usePlot({ days, series, unit, onCursor, onClick }: PlotOptions) {
  const host = useRef<HTMLDivElement>(null);
  const drawn = useRef<uPlot>(undefined);
  const clicked = useRef(onClick);
  clicked.current = onClick;
  const theme = useThemeName();

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew with other colours in another theme
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const data = [days.map(toSeconds), ...series.map(({ values }) => [...values])] as uPlot.AlignedData;
    const width = Math.max(200, element.clientWidth);
    const plot = new uPlot(optionsOf({ width, series, unit, onCursor }), data, element);
    drawn.current = plot;
    plot.over.addEventListener('click', () => clicked.current(plot.cursor.idx ?? null));
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.floor(entry?.contentRect.width ?? 0);
      if (next > 0 && next !== plot.width) plot.setSize({ width: next, height: HEIGHT });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [days, series, unit, theme]);

  function moveTo(place: number | null): void {
    const x = place === null ? undefined : drawn.current?.data[0][place];
    const left = x === undefined ? -1 : (drawn.current?.valToPos(x, 'x') ?? -1);
    drawn.current?.setCursor({ left, top: left < 0 ? -1 : 0 });
  }
  return { host, moveTo };
}

function textOf(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value);
}

const toSeconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;

interface ChartOptions {
  readonly width: number;
  readonly series: readonly ChartSeries[];
  readonly unit: Unit;
  onCursor(index: number | null): void;
}

function optionsOf({ width, series, unit, onCursor }: ChartOptions): uPlot.Options {
  const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const font = `11px ${getComputedStyle(document.body).fontFamily}`;
  const axis = { stroke: colour('ink-faint'), font, ticks: { show: false } };
  return {
    width,
    height: HEIGHT,
    // Calendar days have no zone; the axis counts them in UTC, where each has 24 hours.
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    // Half a day on each side, so that the first and last bars are not cut off.
    scales: {
      x: { range: (_plot, min, max) => [min - DAY / 2, max + DAY / 2] },
      y: { range: (_plot, min, max) => rangeOf(unit, min, max) },
    },
    axes: [
      { ...axis, grid: { show: false }, size: 24, space: 56, values: (_plot, splits) => splits.map(shortDay) },
      {
        ...axis,
        grid: { stroke: colour('line'), width: 1 },
        size: 44,
        space: 36,
        incrs: [...UNITS[unit].steps],
        values: (_plot, splits) => splits.map((value) => UNITS[unit].axis(value)),
      },
    ],
    series: [{}, ...series.map((each) => drawingOf(each, colour(each.colour)))],
    hooks: { setCursor: [(plot) => onCursor(plot.cursor.idx ?? null)] },
  };
}

/** Days without a value are gaps. */
function drawingOf({ label, kind }: ChartSeries, stroke: string): uPlot.Series {
  if (kind === 'bars') return { label, fill: stroke, width: 0, points: { show: false }, paths: barPaths() };
  const dashes = kind === 'dashes' ? { dash: [4, 3], width: 1 } : { width: 1.5 };
  return {
    label,
    stroke,
    ...dashes,
    spanGaps: false,
    points: { show: true, size: kind === 'dashes' ? 2 : 4, fill: stroke },
  };
}

function barPaths(): uPlot.Series.PathBuilder {
  const build = uPlot.paths.bars?.({ size: [0.7, 24] });
  if (build === undefined) throw new Error('this uPlot draws no bars');
  return build;
}

const shortDay = (seconds: number) =>
  formatDay(new Date(seconds * 1000).toISOString(), { day: 'numeric', month: 'short' });
const longDay = (day = '') =>
  day === '' ? '' : formatDay(day, { weekday: 'short', day: 'numeric', month: 'short' });

function useThemeName(): string {
  const [theme, setTheme] = useState(document.documentElement.dataset['theme'] ?? '');
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(document.documentElement.dataset['theme'] ?? ''));
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, []);
  return theme;
}
