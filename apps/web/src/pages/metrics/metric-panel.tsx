import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.js';
import { Panel } from '../../ui/panel.js';
import type { Headline } from './comparison.js';

interface MetricPanelProps {
  readonly title: string;
  readonly headline: Headline;
  /** How many days the period and the one before it have. */
  readonly days: number;
  /** What exactly is measured. */
  readonly definition: string;
  readonly chart: ReactNode;
  /** The title of the list of rows behind the chart. */
  readonly listTitle: string;
  readonly isListOpen: boolean;
  onListToggle(isOpen: boolean): void;
  /** The list, which exists only while it is open. */
  readonly children: ReactNode;
}

/** A metric: its value, the one before, its definition and chart, and the list behind it. */
export function MetricPanel(props: MetricPanelProps) {
  const { title, headline, days, definition, chart, listTitle, isListOpen, onListToggle, children } = props;
  return (
    <Panel>
      <section aria-label={title}>
        <div className="flex flex-col gap-2 p-4">
          <div className="flex items-baseline justify-between gap-3">
            <h2 className="text-sm font-semibold">{title}</h2>
            <span className="tnum text-xl font-semibold">{headline.value}</span>
          </div>
          <p className="tnum -mt-2 text-right text-xs text-ink-faint">
            {headline.before ?? 'Nothing'} in the {days} days before
          </p>
          <p className="text-xs text-ink-faint sm:min-h-8">{definition}</p>
          {chart}
        </div>
        <details
          open={isListOpen}
          onToggle={(event) => onListToggle(event.currentTarget.open)}
          className="border-t border-line text-sm"
        >
          <summary className="px-4 py-2 text-ink-soft hover:text-ink">{listTitle}</summary>
          <div className="max-h-80 overflow-y-auto border-t border-line">{isListOpen && children}</div>
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

/** The values behind a chart, to read or copy. The first column is text, the others are numbers. */
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
