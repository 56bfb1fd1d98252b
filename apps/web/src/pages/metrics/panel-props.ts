import type { MetricSeries } from '@slipway/contracts';
import { useState } from 'react';

/** What every panel of the metrics draws from. */
export interface PanelProps {
  readonly series: MetricSeries;
  readonly days: readonly string[];
  readonly projectId: number;
}

/** The list behind a chart: open or not, and the day that was clicked, if it shows one alone. */
export function useList() {
  const [isListOpen, setOpen] = useState(false);
  const [day, setDay] = useState<string | null>(null);
  return {
    day,
    pick: (next: string) => {
      setDay(next);
      setOpen(true);
    },
    list: {
      isListOpen,
      onListToggle: (isOpen: boolean) => {
        setOpen(isOpen);
        if (!isOpen) setDay(null);
      },
    },
  };
}
