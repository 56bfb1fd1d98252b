import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { classNames } from './class-names.js';
import { count, duration } from './format.js';

/** One line or set of bars in a chart; null where nothing was measured. */
export interface ChartSeries {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly colour: 'accent' | 'ok-bar' | 'bad-bar' | 'warn-bar' | 'idle';
  readonly kind: 'line' | 'bars';
}

interface ChartProps {
  /** UTC days as `2026-11-15`, oldest first. */
  readonly days: readonly string[];
  readonly series: readonly ChartSeries[];
  /** The unit of the values. It determines their format and the positions of the grid lines. */
  readonly unit: Unit;
  /** Called when a day is clicked. */
  onPick?(day: string): void;
}

const HEIGHT = 160;
const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;

const UNITS = {
  number: { text: count, axis: count, steps: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000] },
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

/** Formats a duration in its largest unit. Grid values are whole units. */
function wholeUnits(seconds: number): string {
  if (seconds >= DAY) return `${count(seconds / DAY)}d`;
  if (seconds >= HOUR) return `${count(seconds / HOUR)}h`;
  return seconds >= MINUTE ? `${count(seconds / MINUTE)}m` : `${count(seconds)}s`;
}

/** A chart over days. It is hidden from screen readers, so every chart comes with its values as a table or list. */
export function Chart({ days, series, unit, onPick }: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const pick = useRef(onPick);
  pick.current = onPick;
  const theme = useThemeName();

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew with other colours in another theme
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const data = [days.map(toSeconds), ...series.map(({ values }) => [...values])] as uPlot.AlignedData;
    const width = Math.max(200, element.clientWidth);
    const plot = new uPlot(optionsOf({ width, series, unit, onCursor: setAt }), data, element);
    const onClick = () => {
      const day = days[plot.cursor.idx ?? -1];
      if (day !== undefined) pick.current?.(day);
    };
    plot.over.addEventListener('click', onClick);
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

  const shown = at === null ? undefined : days[at];
  return (
    <div aria-hidden className={classNames(onPick && 'cursor-pointer')}>
      <p className="flex h-5 flex-wrap items-center gap-x-3 overflow-hidden text-xs text-ink-faint">
        {series.map(({ label, values, colour }) => (
          <span key={label} className="inline-flex items-center gap-1">
            <span className="size-2 rounded-[2px]" style={{ background: `var(--${colour})` }} />
            {label}
            {at !== null && <span className="tnum text-ink">{textOf(values[at], UNITS[unit].text)}</span>}
          </span>
        ))}
        {shown && <span className="tnum ml-auto">{shown}</span>}
      </p>
      <div ref={host} className="w-full overflow-hidden" style={{ height: HEIGHT }} />
    </div>
  );
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
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    // Half a day on each side, so that the first and last bars are not cut off.
    scales: {
      x: { range: (_plot, min, max) => [min - DAY / 2, max + DAY / 2] },
      y: { range: (_plot, _min, max) => [0, Math.max(1, max) * 1.1] },
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

function drawingOf({ label, kind }: ChartSeries, stroke: string): uPlot.Series {
  if (kind === 'bars') return { label, fill: stroke, width: 0, points: { show: false }, paths: barPaths() };
  return { label, stroke, width: 1.5, spanGaps: true, points: { show: true, size: 4, fill: stroke } };
}

function barPaths(): uPlot.Series.PathBuilder {
  const build = uPlot.paths.bars?.({ size: [0.7, 24] });
  if (build === undefined) throw new Error('this uPlot draws no bars');
  return build;
}

const dates = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const shortDay = (seconds: number) => dates.format(new Date(seconds * 1000));

/** The theme that the page currently shows: light or dark. */
function useThemeName(): string {
  const [theme, setTheme] = useState(document.documentElement.dataset['theme'] ?? '');
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(document.documentElement.dataset['theme'] ?? ''));
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, []);
  return theme;
}
