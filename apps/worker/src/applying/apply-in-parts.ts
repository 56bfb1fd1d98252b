import { type Delivery, LARGE_BODY_CHARACTERS } from '@slipway/contracts';
import {
  isInfrastructureError,
  isLockTimeout,
  isTooLong,
  ProjectHeldError,
  type SettledDelivery,
} from '@slipway/db';
import type { SlowDeliveries } from './slow-deliveries.js';

/** How to apply deliveries, and how to store them as dead letters. */
export interface Applying {
  /** Applies all of them in one transaction, or none. */
  apply(deliveries: readonly Delivery[]): Promise<readonly SettledDelivery[]>;
  /** Stores a delivery that cannot be applied as a dead letter, with the reason. */
  bury(delivery: Delivery, reason: unknown): Promise<SettledDelivery>;
  readonly slow: SlowDeliveries;
  /** Aborted at the job's time limit. */
  readonly signal: AbortSignal;
}

/**
 * Applies deliveries in one transaction, except large and slow ones, which follow one by one. A failed transaction is
 * split, down to single deliveries. A throw means that some deliveries must be retried later.
 */
export async function applyInParts(
  deliveries: readonly Delivery[],
  applying: Applying,
): Promise<readonly SettledDelivery[]> {
  const mustRunAlone = (delivery: Delivery) =>
    delivery.body.length > LARGE_BODY_CHARACTERS || applying.slow.isKnown(delivery);
  const alone = deliveries.filter(mustRunAlone);
  if (alone.length === 0) return applyPart(deliveries, applying);
  const together = deliveries.filter((delivery) => !mustRunAlone(delivery));
  return applyEach(together.length === 0 ? oneByOne(alone) : [together, ...oneByOne(alone)], applying);
}

async function applyPart(
  deliveries: readonly Delivery[],
  applying: Applying,
): Promise<readonly SettledDelivery[]> {
  const [first] = deliveries;
  if (first !== undefined && deliveries.length === 1) return [await applyAlone(first, applying)];
  try {
    return await applying.apply(deliveries);
  } catch (error) {
    if (applying.signal.aborted) throw error;
    const parts = partsAfter(error, deliveries);
    if (parts === null) throw error;
    return applyEach(parts, applying);
  }
}

async function applyAlone(delivery: Delivery, applying: Applying): Promise<SettledDelivery> {
  const { slow, signal } = applying;
  const bury = (reason: unknown) => {
    slow.forget(delivery);
    return applying.bury(delivery, reason);
  };
  if (slow.hasExhaustedAttempts(delivery)) return bury(new Error('applying it took too long, repeatedly'));
  try {
    const [settled] = await applying.apply([delivery]);
    slow.forget(delivery);
    return settled as SettledDelivery;
  } catch (error) {
    if (signal.aborted || isTooLong(error)) slow.note(delivery);
    if (signal.aborted) throw error;
    if (isTooLong(error) && slow.hasExhaustedAttempts(delivery)) return bury(error);
    if (isInfrastructureError(error)) throw error;
    return bury(error);
  }
}

/** The parts to retry immediately; null if splitting would not help. */
function partsAfter(error: unknown, deliveries: readonly Delivery[]): Delivery[][] | null {
  const isHeld = error instanceof ProjectHeldError;
  if (isHeld || isTooLong(error) || isLockTimeout(error)) {
    const projects = byProject(deliveries);
    if (projects.length > 1) return projects;
    // A locked project is locked for all of its deliveries. Otherwise go one by one: a half that contains the slow
    // delivery would be just as slow.
    return isHeld ? null : oneByOne(deliveries);
  }
  return isInfrastructureError(error) ? null : halves(deliveries);
}

/** Applies every part, even if an earlier one must be retried later. */
async function applyEach(parts: readonly (readonly Delivery[])[], applying: Applying): Promise<SettledDelivery[]> {
  const settled: SettledDelivery[] = [];
  const failures: unknown[] = [];
  for (const part of parts) {
    try {
      applying.signal.throwIfAborted();
      settled.push(...(await applyPart(part, applying)));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return settled;
}

function charactersOf(deliveries: readonly Delivery[]): number {
  return deliveries.reduce((sum, { body }) => sum + body.length, 0);
}

const lightestFirst = (a: readonly Delivery[], b: readonly Delivery[]) => charactersOf(a) - charactersOf(b);

function byProject(deliveries: readonly Delivery[]): Delivery[][] {
  const projects = new Map<number, Delivery[]>();
  for (const delivery of deliveries) {
    const own = projects.get(delivery.projectId);
    if (own === undefined) projects.set(delivery.projectId, [delivery]);
    else own.push(delivery);
  }
  return [...projects.values()].toSorted(lightestFirst);
}

function oneByOne(deliveries: readonly Delivery[]): Delivery[][] {
  return deliveries.map((delivery) => [delivery]).toSorted(lightestFirst);
}

function halves(deliveries: readonly Delivery[]): Delivery[][] {
  const middle = Math.ceil(deliveries.length / 2);
  return [deliveries.slice(0, middle), deliveries.slice(middle)];
}
