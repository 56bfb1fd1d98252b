import { type ComponentProps, type ReactNode, useMemo } from 'react';
import type { Filters } from '../../routing/page.js';
import { Chart } from '../../ui/chart.js';
import { classNames } from '../../ui/class-names.js';
import { Panel } from '../../ui/panel.js';
import { comparedSeries, type Day, type Plotted } from './by-day.js';

/** A headline's value, and what it was in the period before; null if nothing was measured then. */
export interface Headline {
  readonly value: string;
  readonly before: string | null;
}

export function headline(now: number | null, before: number | null, format: (value: number) => string): Headline {
  return { value: now === null ? '–' : format(now), before: before === null ? null : format(before) };
}

export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

export const percent = (value: number) => `${Math.round(value * 100)}%`;

export interface PanelProps {
  readonly days: readonly string[];
  readonly projectId: number;
  /** The address names the list that is open, and its day: `lead` or `lead:2026-11-15`. */
  readonly filters: Filters<'rows'>;
}

/** The list behind a chart: whether it is open, and the chosen day if it shows only that day. */
export function rowsOf(name: string, { filters }: Pick<PanelProps, 'filters'>) {
  const [open, day] = filters.values.rows?.split(':') ?? [];
  const isOpen = open === name;
  return {
    isOpen,
    day: isOpen && day ? day : null,
    pick: (next: string) => filters.set('rows', `${name}:${next}`),
    // The browser also reports the change that the address caused.
    onToggle: (next: boolean) => {
      if (next !== isOpen) filters.set('rows', next ? name : '');
    },
  };
}

export interface Metric<Row extends Day> {
  readonly title: string;
  readonly definition: string;
  readonly chart: string;
  readonly unit: ComponentProps<typeof Chart>['unit'];
  readonly plotted: readonly [Plotted<Row>, ...Plotted<Row>[]];
}

interface MetricPanelProps<Row extends Day> extends Metric<Row> {
  readonly headline: Headline;
  readonly days: readonly string[];
  readonly byDay: readonly Row[];
  readonly rows: ReturnType<typeof rowsOf>;
  readonly listTitle: string;
  /** Opens a day of the chart; otherwise the list shows only that day. */
  onPick?(day: string): void;
  /** The list, which exists only while it is open. */
  readonly children: ReactNode;
}

export function MetricPanel<Row extends Day>(props: MetricPanelProps<Row>) {
  const { title, headline, definition, days, byDay, plotted, rows, listTitle, children } = props;
  const series = useMemo(() => comparedSeries(days, byDay, plotted), [days, byDay, plotted]);
  return (
    <Panel>
      <section aria-label={title}>
        <div className="flex flex-col gap-2 p-4">
          <div className="flex items-baseline justify-between gap-3">
            <h2 className="text-sm font-semibold">{title}</h2>
            <span className="tnum text-xl font-semibold">{headline.value}</span>
          </div>
          <p className="tnum -mt-2 text-right text-xs text-ink-faint">
            {headline.before ?? 'Nothing'} in the {days.length} days before
          </p>
          <p className="text-xs text-ink-faint sm:min-h-8">{definition}</p>
          <Chart
            label={props.chart}
            days={days}
            series={series}
            unit={props.unit}
            onPick={props.onPick ?? rows.pick}
          />
        </div>
        <details
          open={rows.isOpen}
          onToggle={(event) => rows.onToggle(event.currentTarget.open)}
          className="border-t border-line text-sm"
        >
          <summary className="px-4 py-2 text-ink-soft hover:text-ink">{listTitle}</summary>
          <div className="max-h-80 overflow-y-auto border-t border-line">{rows.isOpen && children}</div>
        </details>
      </section>
    </Panel>
  );
}

interface TableProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  readonly empty: string;
  /** How many columns fit on a phone; the others are hidden there. */
  readonly phoneColumns?: number;
}

export function MetricTable({ label, columns, rows, empty, phoneColumns = columns.length }: TableProps) {
  if (rows.length === 0) return <p className="px-4 py-3 text-ink-soft">{empty}</p>;
  return (
    <table aria-label={label} className="w-full text-sm">
      <thead className="sticky top-0 bg-surface text-left text-xs text-ink-faint">
        <tr>
          {columns.map((column, place) => (
            <th key={column} scope="col" className={cellClass(place, phoneColumns, 'font-medium')}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, place) => (
              <td key={columns[place]} className={cellClass(place, phoneColumns, place > 0 && 'text-ink-soft')}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cellClass(place: number, phoneColumns: number, extra: string | false): string {
  return classNames(
    'py-1.5',
    place === 0 ? 'min-w-28 pr-2 pl-4' : 'tnum whitespace-nowrap px-2 text-right sm:last:pr-4',
    place === phoneColumns - 1 && 'pr-4 sm:pr-2',
    place >= phoneColumns && 'hidden sm:table-cell',
    extra,
  );
}
