import { type DatabaseHandle, recordProjectAction } from '@slipway/db';
import type { Caller } from '@slipway/http';

/** Replays that a caller requested. */
interface RequestedReplay {
  readonly caller: Caller;
  readonly project: { readonly id: number; readonly accountId: number };
  readonly target: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Records a replay in the audit log. */
export function recordReplay(
  tx: DatabaseHandle,
  { caller, project, target, detail }: RequestedReplay,
): Promise<void> {
  const { id: projectId, accountId } = project;
  const action = { accountId, projectId, userId: caller.userId, action: 'delivery.replay', target };
  return recordProjectAction(tx, { ...action, detail, origin: caller });
}
