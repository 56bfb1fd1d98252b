import { useQueryClient } from '@tanstack/react-query';
import { DatabaseBackup } from 'lucide-react';
import { useEffect } from 'react';
import { useStaleness } from '../data/staleness.js';

const RECHECK_MS = 5_000;

/** Tells the reader while a copy of the database answers, and loads the page again until the database does. */
export function StaleNotice() {
  const isStale = useStaleness();
  const queries = useQueryClient();
  useEffect(() => {
    if (!isStale) return;
    const timer = setInterval(() => void queries.invalidateQueries(), RECHECK_MS);
    return () => clearInterval(timer);
  }, [isStale, queries]);
  return (
    <div role="status">
      {isStale && (
        <p className="flex items-start gap-2 border-b border-line bg-warn-soft px-4 py-2 text-sm text-warn md:px-6">
          <DatabaseBackup aria-hidden className="mt-0.5 size-4 shrink-0" />
          The database is down. You see a recent copy, and changes cannot be saved until it is back.
        </p>
      )}
    </div>
  );
}
