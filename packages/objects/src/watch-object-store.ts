import { type ProcessContext, throttledLog } from '@slipway/runtime';
import { examineObjectStore, type RecordStoreId } from './examine-store.js';

const INTERVAL_MS = 60_000;

type WatchingContext = Pick<ProcessContext, 'settings' | 'logger' | 'warnings' | 'onClose'>;

/** Several tiers can run in one process; the first one watches. */
const watched = new WeakSet<WatchingContext['warnings']>();

/**
 * Examines the object store now and every minute. `/readyz` names its problem as a warning: whatever does not need whole
 * logs goes on working.
 */
export function watchObjectStore(context: WatchingContext, record: RecordStoreId): void {
  const { settings, logger, warnings, onClose } = context;
  if (watched.has(warnings)) return;
  watched.add(warnings);
  const log = throttledLog(logger);
  let problem: string | null = null;
  async function examine(): Promise<void> {
    ({ problem } = await examineObjectStore(settings, record));
    if (problem === null) log.resolve('object store cannot be used', 'object store is up');
    else log.warn({ reason: problem }, 'object store cannot be used');
  }
  let examining = examine();
  const timer = setInterval(() => {
    examining = examining.then(examine);
  }, INTERVAL_MS);
  warnings.add(() => (problem === null ? [] : [problem]));
  onClose('object store', async () => {
    clearInterval(timer);
    await examining;
  });
}
