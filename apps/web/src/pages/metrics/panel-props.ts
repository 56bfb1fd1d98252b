import type { MetricSeries } from '@slipway/contracts';
import { useState } from 'react';

/** The data that every metrics panel needs. */
export interface PanelProps {
  readonly series: MetricSeries;
  readonly days: readonly string[];
  readonly projectId: number;
}

/** The list behind a chart: whether it is open, and the clicked day if it shows only that day. */
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
