import type { ProjectSummary } from '@slipway/contracts';
import { StatusPill } from '../../ui/status.js';

/** The engines that a project may have. */
export const ENGINES = [
  ['unreal', 'Unreal Engine'],
  ['unity', 'Unity'],
  ['custom', 'Custom engine'],
] as const;

/** The state of a project, shown only if it is not active. */
export function StatePill({ state }: Pick<ProjectSummary, 'state'>) {
  if (state === 'active') return null;
  return (
    <StatusPill
      state={state === 'paused' ? 'passed_pending_approval' : 'cancelled'}
      label={state === 'paused' ? 'Paused' : 'Archived'}
    />
  );
}
