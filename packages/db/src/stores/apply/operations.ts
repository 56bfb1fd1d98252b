import type { Queryable } from '../../sql.js';
import { applyBuilds } from './builds.js';
import { applyChanges } from './changes.js';
import { applyContent } from './content.js';
import { linkDeployments } from './deployment-links.js';
import { applyDeployments } from './deployments.js';
import { withUsers } from './people.js';
import { applyRefMoves } from './ref-moves.js';
import { applyReferences } from './references.js';
import { ofKind, type ToldOperation } from './told-operation.js';
import { createTouched, type TouchedRow } from './touched.js';

/**
 * Turns operations into rows, kind by kind in an order that is always the same, so that concurrent transactions lock
 * alike. Returns what each delivery touched.
 */
export async function applyOperations(
  tx: Queryable,
  operations: readonly ToldOperation[],
  baseUrl: string,
): Promise<(deliveryId: string) => TouchedRow[]> {
  const told = await withUsers(tx, operations);
  const { touch, of } = createTouched();
  const builds = await applyBuilds(tx, told, touch);
  const changes = ofKind(told, 'change');
  const applied = await applyChanges(tx, changes, { baseUrl, touch });
  const known = changes.flatMap((report) => {
    const change = applied.changeOf(report);
    if (change === undefined) return [];
    touch(report.scope, 'change', change.id);
    const { repository, identifier } = report.operation;
    return [{ change, repository, identifier }];
  });
  await applyRefMoves(tx, ofKind(told, 'ref_move'), known, touch);
  await applyContent(tx, told, { ...applied, touch });
  await applyReferences(tx, ofKind(told, 'reference'), touch);
  const deploymentIds = await applyDeployments(tx, ofKind(told, 'deployment'), touch);
  await linkDeployments(tx, deploymentIds, builds, touch);
  return of;
}
