import { makeApprovals } from './approvals.js';
import { draftAssets, makeAssetEvents } from './assets.js';
import { authorsOf } from './authors.js';
import { makeArtifacts, makeSteps } from './build-details.js';
import { type BuildDraft, draftBuilds } from './builds.js';
import { draftChanges, finishChanges } from './changes.js';
import { makeDeliveries } from './deliveries.js';
import { makeDeployments } from './deployments.js';
import { countIds, type Ids } from './ids.js';
import type { TableRows } from './insert-rows.js';
import { type InvestigationRow, makeInvestigations, makeLedger } from './investigations.js';
import { accountIds } from './people.js';
import { plans } from './plans.js';
import { makeProblems } from './problems.js';
import { type ProjectName, projectIds, projects } from './projects.js';
import { randomFor } from './random.js';
import { keyOf, makeReferences } from './references.js';
import type { Scope } from './scope.js';
import { makeTasks } from './tasks.js';

function scopeOf(project: ProjectName, ids: Ids, now: Date): Scope {
  return {
    project,
    accountId: accountIds[projects[project].account],
    projectId: projectIds[project],
    theme: projects[project].theme,
    plan: plans[project],
    authors: authorsOf(project),
    now,
    ids,
    random: (subject) => randomFor(`${project}/${subject}`),
  };
}

function buildTables(scope: Scope, builds: BuildDraft[]): TableRows {
  const logs = builds.flatMap(({ row, log }) =>
    log === null
      ? []
      : [
          {
            buildRunId: row.id,
            content: log.content,
            truncated: false,
            receivedAt: row.finishedAt ?? row.createdAt,
          },
        ],
  );
  return [
    ['build_runs', builds.map(({ row }) => row)],
    ['build_steps', builds.flatMap((build) => makeSteps(scope, build))],
    ['build_artifacts', builds.flatMap((build) => makeArtifacts(scope, build))],
    ['build_logs', logs],
  ];
}

interface ProjectContent {
  scope: Scope;
  tables: TableRows;
  investigations: InvestigationRow[];
}

/** Creates everything in one project. Order matters: later subjects add files to the changes of earlier ones. */
function makeProject(scope: Scope): ProjectContent {
  const references = makeReferences(scope);
  const tasks = makeTasks(scope, references);
  const drafts = draftChanges(scope, tasks.rows, references);
  const builds = draftBuilds(scope, drafts);
  const assets = draftAssets(scope, drafts);
  const approvals = makeApprovals(scope, assets);
  const events = makeAssetEvents(scope, assets);
  const changes = finishChanges(scope, drafts);
  const deployments = makeDeployments(scope, builds);
  const investigations = makeInvestigations(scope, builds);
  const problems = makeProblems(scope, builds, investigations);
  const deliveries = makeDeliveries(scope, { builds, changes: changes.rows, references, deployments });
  const tables: TableRows = [
    ['external_references', references],
    ['reference_keys', references.map(keyOf)],
    ['tasks', tasks.rows],
    ['task_mentions', tasks.mentions],
    ['changes', changes.rows],
    ['change_files', changes.files],
    ['task_links', changes.taskLinks],
    ['change_mentions', changes.mentions],
    ...buildTables(scope, builds),
    ['investigations', investigations],
    ['build_diagnoses', problems.diagnoses],
    ['problems', problems.problems],
    ['problem_builds', problems.builds],
    ['problem_jobs', problems.jobs],
    ['assets', assets.map(({ row }) => row)],
    ['asset_events', events],
    ['approvals', approvals],
    ['deployments', deployments.rows],
    ['deployment_events', deployments.events],
    ['deliveries', deliveries.rows],
    ['dead_letters', deliveries.deadLetters],
  ];
  return { scope, tables, investigations };
}

/** The content of every project, merged by table. */
export function contentTables(now: Date): TableRows {
  const ids = countIds();
  const made = Object.keys(projects).map((name) => makeProject(scopeOf(name as ProjectName, ids, now)));
  const merged = new Map<string, object[]>();
  for (const { tables } of made)
    for (const [table, rows] of tables) merged.set(table, [...(merged.get(table) ?? []), ...rows]);
  const ledger = makeLedger(
    made.map(({ scope }) => scope),
    made.flatMap(({ investigations }) => investigations),
  );
  return [...merged, ['credit_ledger', ledger]];
}
