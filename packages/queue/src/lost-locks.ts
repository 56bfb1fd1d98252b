/** What BullMQ says of a job that it gave to another run, each time it notices. */
const LOST = /^(?:could not renew lock|Missing lock|Lock mismatch|Missing key) for job ([^\s.]+)/;
/** Those that come after so many others are told of once more. */
const MAX_KEPT = 1_000;

/**
 * Errors of a worker, but of each job whose lock was lost only the first. It is no more than double work: both runs go
 * on, and of what they do the database lets each delivery take effect once.
 */
export function tellLossesOnce(tell: (error: Error) => void): (error: Error) => void {
  const lost = new Set<string>();
  return (error) => {
    const id = LOST.exec(error.message)?.[1];
    if (id === undefined) return tell(error);
    if (lost.has(id)) return;
    if (lost.size >= MAX_KEPT) lost.clear();
    lost.add(id);
    tell(new Error(`job ${id} was given to another run: its lock was not renewed in time`, { cause: error }));
  };
}
