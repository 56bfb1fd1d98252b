import type { BuildDraft } from './builds.js';
import type { Scope } from './scope.js';
import { after, earlier, second } from './times.js';

export interface StepRow {
  buildRunId: number;
  name: string;
  position: number;
  status: string;
  statusAt: Date;
  startedAt: Date;
  finishedAt: Date | null;
  detail: string;
}

export interface ArtifactRow {
  buildRunId: number;
  name: string;
  sizeBytes: number;
  url: string;
}

/** The steps of a job in order: engine builds report their phases, others report their pipeline stages. */
function stepNames({ job }: BuildDraft): string[] {
  if (job.integration === 'game_engine') return ['Cook', 'Shaders', 'Package'];
  if (job.name.includes('cook')) return ['Sync', 'Cook'];
  if (job.name.includes('tests')) return ['Sync', 'Test'];
  if (job.targetType === 'shipping' && job.buildType === 'unreal') return ['Sync', 'Build', 'Cook', 'Package'];
  return job.buildType === 'unity' ? ['Sync', 'Build', 'Package'] : ['Sync', 'Build'];
}

/** How many steps a build started; the last one may not have ended. */
function reached(build: BuildDraft, names: string[]): number {
  const { status } = build.row;
  if (status === 'queued') return 0;
  if (status === 'preparing') return 1;
  if (status === 'building' || status === 'cancelled') return Math.max(1, names.length - 1);
  const failing = build.failure ? names.indexOf(build.failure.step) : names.length - 1;
  return failing < 0 ? names.length : failing + 1;
}

function lastStatus(build: BuildDraft): string {
  const { status } = build.row;
  if (status === 'failed' || status === 'cancelled') return status;
  return status === 'preparing' || status === 'building' ? 'running' : 'completed';
}

export function makeSteps(scope: Scope, build: BuildDraft): StepRow[] {
  const { row } = build;
  const { startedAt } = row;
  if (!startedAt) return [];
  const names = stepNames(build);
  const count = reached(build, names);
  const end = row.finishedAt ?? scope.now;
  const share = Math.floor((end.getTime() - startedAt.getTime()) / Math.max(1, count));
  return names.slice(0, count).map((name, position) => {
    const last = position === count - 1;
    const from = after(startedAt, position * share);
    const until = last ? row.finishedAt : after(from, share);
    const status = last ? lastStatus(build) : 'completed';
    const detail = status === 'failed' ? `exit code ${build.failure?.exitCode ?? 1}` : '';
    const statusAt = until ?? earlier(after(from, second), scope.now);
    return { buildRunId: row.id, name, position, status, statusAt, startedAt: from, finishedAt: until, detail };
  });
}

export function makeArtifacts(scope: Scope, build: BuildDraft): ArtifactRow[] {
  const { row, job } = build;
  if (row.status !== 'completed' && row.status !== 'passed_pending_approval') return [];
  const random = scope.random(`artifacts ${job.name} ${row.buildNumber}`);
  const [ending, megabytes] = job.buildType === 'unity' ? ['aab', 180] : ['zip', 5200];
  const names = [`${job.name}-${row.buildNumber}.${job.name.includes('ios') ? 'ipa' : ending}`, 'build.log'];
  if (job.targetType === 'shipping') names.push('symbols.zip');
  return names.map((name) => ({
    buildRunId: row.id,
    name,
    sizeBytes: Math.floor((name.endsWith('.log') ? 0.4 : megabytes) * 1_000_000 * (0.8 + random.next() * 0.4)),
    url: `${row.buildUrl}artifact/${name}`,
  }));
}
