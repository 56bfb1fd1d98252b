import type { Operation } from '@slipway/domain';
import type { Queryable } from '../../sql.js';
import { applyBuilds } from './builds.js';
import { applyChanges } from './changes.js';
import { applyContent } from './content.js';
import { linkDeployments } from './deployment-links.js';
import { applyDeployments } from './deployments.js';
import { findPeople, type Identity } from './people.js';
import { applyRefMoves } from './ref-moves.js';
import { applyReferences } from './references.js';
import { ofKind, type ToldOperation } from './told-operation.js';
import { createTouched, type TouchedRow } from './touched.js';

/** Whom an operation names. */
function uidOf(operation: Operation): string | null {
  if (operation.kind === 'build_report' || operation.kind === 'deployment') return operation.actor?.uid ?? null;
  if (operation.kind === 'change') return operation.author?.uid ?? null;
  if (operation.kind === 'reference') return operation.assignee?.uid ?? operation.assignee?.label ?? null;
  return null;
}

function identitiesOf(told: readonly ToldOperation[]): Identity[] {
  return told.flatMap(({ scope: { accountId, provider }, operation }) => {
    const uid = uidOf(operation);
    return uid === null ? [] : [{ accountId, provider, uid }];
  });
}

/**
 * Turns operations into rows, kind by kind in an order that is always the same, so that concurrent transactions lock
 * alike. Returns what each delivery touched.
 */
export async function applyOperations(
  tx: Queryable,
  told: readonly ToldOperation[],
  baseUrl: string,
): Promise<(deliveryId: string) => TouchedRow[]> {
  const find = await findPeople(tx, identitiesOf(told));
  const { touch, of } = createTouched();
  const builds = await applyBuilds(tx, told, { find, touch });
  const changes = ofKind(told, 'change');
  const applied = await applyChanges(tx, changes, { find, baseUrl });
  const known = changes.flatMap((report) => {
    const change = applied.changeOf(report);
    if (change === undefined) return [];
    touch(report.scope, 'change', change.id);
    const { repository, identifier } = report.operation;
    return [{ change, repository, identifier }];
  });
  await applyRefMoves(tx, ofKind(told, 'ref_move'), known, touch);
  await applyContent(tx, told, { ...applied, find, touch });
  await applyReferences(tx, ofKind(told, 'reference'), { find, touch });
  const deploymentIds = await applyDeployments(tx, ofKind(told, 'deployment'), { find, touch });
  await linkDeployments(tx, deploymentIds, builds);
  return of;
}
