import { addLegalHold, type DatabaseHandle, type HeldScope, removeLegalHold } from '@slipway/db';
import { ApiError, found } from '@slipway/http';
import { type ConsoleCaller, done, type RecordChange } from '../../console-endpoint.js';
import type { ConsoleServices } from '../../services.js';

/** A request to set or release a hold, whose reason the audit log keeps. */
interface HoldRequest {
  readonly caller: ConsoleCaller;
  readonly body: { readonly reason: string };
  readonly audit: RecordChange;
  readonly services: ConsoleServices;
}

/** What is held, and what the audit log calls it. */
interface HeldTarget extends HeldScope {
  readonly name: string;
}

export function hold({ caller: { userId }, ...request }: HoldRequest, target: HeldTarget): Promise<typeof done> {
  return change(request, target, async (tx, reason) => {
    const { accountId, projectId } = target;
    if (await addLegalHold(tx, { accountId, projectId, reason, userId })) return;
    throw new ApiError('legal_hold', { message: `${target.name} is already under a legal hold.` });
  });
}

export function release(request: HoldRequest, target: HeldTarget): Promise<typeof done> {
  return change(request, target, async (tx) => void found((await removeLegalHold(tx, target)) || null));
}

async function change(
  { body, audit, services }: Omit<HoldRequest, 'caller'>,
  { name }: HeldTarget,
  apply: (tx: DatabaseHandle, reason: string) => Promise<void>,
): Promise<typeof done> {
  const reason = body.reason.trim();
  await services.database.modelTransaction(async (tx) => {
    await apply(tx, reason);
    await audit(tx, { target: name, detail: { reason } });
  });
  return done;
}
