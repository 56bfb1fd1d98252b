import {
  type BuildComparison,
  type BuildRunDetail,
  type ComparedOutput,
  compareBuildRuns,
  MAX_COMPARED_CHANGES,
  MAX_NEW_LINES,
} from '@slipway/contracts';
import {
  type ChangesSince,
  findChangesSince,
  findJobBuild,
  findLastPassing,
  type JobBuild,
  listSuspects,
  type ProjectRecord,
  type SuspectRecord,
} from '@slipway/db';
import { findNewLines } from '@slipway/diagnosis/lines';
import {
  type LogPart,
  pairSteps,
  parseLargeRowId,
  type Redactor,
  type SuspectChange,
  sanitizeText,
} from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { readLogPart } from '../../read-log-part.js';
import { defineEndpoint, type RestServices } from '../../services.js';
import { presentBuildRunDetail } from '../builds.js';

/** As many as comparing takes a second for. */
const MAX_COMPARED_LINES = 200_000;

export const compare = defineEndpoint(compareBuildRuns, async ({ project, params, query, services }) => {
  const { database } = services;
  const read = async (id: string) => found(await findJobBuild(database, project.id, found(parseLargeRowId(id))));
  const build = await read(params.build_run_id);
  const other = query.with === undefined ? await findLastPassing(database, build) : await read(query.with);
  if (other === null) throw new ApiError('no_passing_build');
  const { earlier, later, ...compared } = await compareBuilds(services, project, [build, other]);
  const redactor = services.redactors.of(project);
  return {
    earlier: withoutDetails(earlier),
    later: withoutDetails(later),
    changes: compared.changes.map((change) => presentChange(change, compared.suspects, redactor)),
    changes_truncated: compared.isCut,
    ...compared.output,
  };
});

function withoutDetails(build: ShownBuild): BuildComparison['earlier'] {
  const { artifacts: _artifacts, steps: _steps, investigation: _investigation, ...shown } = build;
  return shown;
}

function presentChange(
  change: SuspectChange,
  suspects: readonly SuspectRecord[],
  redactor: Redactor,
): BuildComparison['changes'][number] {
  const suspect = suspects.find(({ changeId }) => changeId === change.id);
  return {
    change_id: change.id,
    identifier: sanitizeText(change.identifier),
    display_identifier: sanitizeText(change.displayIdentifier),
    description: sanitizeText(change.description),
    author_user_id: change.userId,
    suspect_reason: suspect === undefined ? null : sanitizeText(redactor.text(suspect.reason)),
  };
}

type ShownBuild = BuildRunDetail & { readonly is_stale: boolean };

interface ComparedBuilds extends ChangesSince {
  readonly earlier: ShownBuild;
  readonly later: ShownBuild;
  readonly suspects: readonly SuspectRecord[];
  readonly output: ComparedOutput;
}

/** Compares two builds of a project, in the order in which they began. */
export async function compareBuilds(
  services: RestServices,
  project: ProjectRecord,
  builds: readonly [JobBuild, JobBuild],
): Promise<ComparedBuilds> {
  const [first, second] = builds;
  const isInOrder = first.startedAt - second.startedAt || first.id - second.id;
  const [from, to] = isInOrder <= 0 ? [first, second] : [second, first];
  const { changes, isCut } = await findChangesSince(services.database, from, to);
  const suspects = await listSuspects(services.database, project.id, [from.id, to.id]);
  const [earlier, later] = await Promise.all([from, to].map(({ id }) => readShownBuild(services, project, id)));
  const [before, after] = [found(earlier ?? null), found(later ?? null)];
  return {
    earlier: before,
    later: after,
    suspects,
    changes: changes.toReversed().slice(0, MAX_COMPARED_CHANGES),
    isCut: isCut || changes.length > MAX_COMPARED_CHANGES,
    output: {
      ...(await compareLogs(services, project, [before, after])),
      steps: pairSteps(before, after, services.clock.now()),
    },
  };
}

async function readShownBuild(
  { reads, redactors, clock }: RestServices,
  project: ProjectRecord,
  id: number,
): Promise<ShownBuild> {
  const build = found(await reads.findBuildRun(project.id, id));
  const stale = await reads.findStaleBuilds(project.accountId, [build], clock.now());
  return { ...presentBuildRunDetail(build, redactors.of(project)), is_stale: stale.has(id) };
}

async function compareLogs(
  services: RestServices,
  project: ProjectRecord,
  builds: readonly ShownBuild[],
): Promise<Pick<ComparedOutput, 'new_line_count' | 'new_lines'>> {
  if (builds.some(({ has_log: hasLog }) => !hasLog)) return { new_line_count: null, new_lines: [] };
  const [before, after] = await Promise.all(builds.map(({ id }) => readEndOfLog(services, project, Number(id))));
  const skipped = (after?.fromLine ?? 1) - 1;
  const lines = findNewLines(before?.lines ?? [], after?.lines ?? []);
  return {
    new_line_count: lines.length,
    new_lines: lines
      .toSorted((a, b) => Number(b.isError) - Number(a.isError))
      .slice(0, MAX_NEW_LINES)
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, text, isError }) => ({ line: line + skipped, text: sanitizeText(text), is_error: isError })),
  };
}

/** The end of a log, which is all of it unless it is very long. */
async function readEndOfLog(
  { reads, redactors }: RestServices,
  project: ProjectRecord,
  id: number,
): Promise<LogPart> {
  const log = found(await reads.findBuildLog(project.id, id));
  return readLogPart(log, redactors.of(project), { tail: MAX_COMPARED_LINES });
}
