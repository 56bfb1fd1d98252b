import type { Problem } from '@slipway/contracts';
import { StatusPill } from '../../ui/status.js';

export function ProblemPill({ problem }: { readonly problem: Pick<Problem, 'state' | 'snoozed_until'> }) {
  if (problem.state === 'open' && problem.snoozed_until !== null)
    return <StatusPill state="none" label="Snoozed" />;
  return <StatusPill state={problem.state} />;
}
