import { DatabaseBackup } from 'lucide-react';
import { useStaleness } from '../data/staleness.js';

/** Tells the reader while a copy of the database answers. */
export function StaleNotice() {
  const isStale = useStaleness();
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
