import { getBuildSuspects } from '@slipway/contracts';
import { findSuspicion, type SuspectRecord, type Suspicion } from '@slipway/db';
import { parseLargeRowId, type Redactor, sanitizeText } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';

const MAX_NEW_CHANGES = 10;

export const suspects = defineEndpoint(getBuildSuspects, async ({ project, params, services }) => {
  const id = found(parseLargeRowId(params.build_run_id));
  found(await services.reads.findBuildRun(project.id, id));
  const { suspects, noSuspect, history } = await findSuspicion(services.database, project.id, id);
  const redactor = services.redactors.of(project);
  return {
    suspects: suspects.map((suspect) => presentSuspect(suspect, redactor)),
    attributed_user_id: suspects[0]?.authorUserId ?? null,
    no_suspect_reason: noSuspect === null ? null : sanitizeText(redactor.text(noSuspect)),
    last_passing_build_run_id: history === null ? null : String(history.lastPassing.id),
    new_changes: presentNewChanges(history),
  };
});

function presentSuspect(suspect: SuspectRecord, redactor: Redactor) {
  return {
    change_id: suspect.changeId,
    identifier: sanitizeText(suspect.identifier),
    display_identifier: sanitizeText(suspect.displayIdentifier),
    author_user_id: suspect.authorUserId,
    reason: sanitizeText(redactor.text(suspect.reason)),
    confidence: suspect.confidence,
  };
}

function presentNewChanges(history: Suspicion['history']) {
  if (history === null) return null;
  const newest = history.changes.slice(-MAX_NEW_CHANGES).toReversed();
  return {
    count: history.changes.length,
    truncated: history.isCut,
    display_identifiers: newest.map(({ displayIdentifier }) => sanitizeText(displayIdentifier)),
  };
}
