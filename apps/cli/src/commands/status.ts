import type { Client, Marked } from '@slipway/client';
import {
  type BuildRun,
  getAuthContext,
  listBuilds,
  listTasks,
  PASSED_STATUSES,
  shownStatus,
  type Task,
} from '@slipway/contracts';
import { defineCommand } from '../define-command.js';
import { describeAge } from '../output/ages.js';
import { readRows } from '../resources/define-list.js';
import { markBuilds } from '../resources/read-build.js';

export interface BrokenJob {
  readonly job: string;
  readonly build: BuildRun;
  /** The first of the failed builds since the last one that passed, as far back as the builds go. */
  readonly since: BuildRun;
}

const PASSED: readonly string[] = PASSED_STATUSES;

/** Finds the broken jobs among builds that are sorted newest first. Cancelled and running builds say nothing. */
export function findBrokenJobs(builds: readonly BuildRun[]): BrokenJob[] {
  const broken = new Map<string, BrokenJob>();
  const settled = new Set<string>();
  for (const build of builds) {
    const { ci_job_name: job, status } = build;
    if (settled.has(job)) continue;
    if (PASSED.includes(status)) settled.add(job);
    else if (status === 'failed') broken.set(job, { job, build: broken.get(job)?.build ?? build, since: build });
  }
  return [...broken.values()];
}

/** How many of the newest builds are searched for broken jobs. */
const READ_BUILDS = 300;
const SHOWN = 20;
const OPEN_STATES = ['to_do', 'in_progress', 'blocked'];

interface Status {
  readonly broken_jobs: readonly BrokenJob[];
  readonly builds: readonly Marked<BuildRun>[];
  readonly tasks: readonly Task[];
}

async function readStatus(client: Client, project_id: string): Promise<Status> {
  const { user_id } = await client.call(getAuthContext);
  const inProject = { params: { project_id } };
  const builds = { ...inProject, contract: listBuilds };
  const newest = await readRows<BuildRun>(client, { ...builds, query: {}, limit: READ_BUILDS });
  const own = await readRows<BuildRun>(client, { ...builds, query: { changed_by: user_id }, limit: SHOWN });
  const assigned = { assignee: `user:${user_id}`, state: OPEN_STATES };
  const tasks = await readRows<Task>(client, {
    ...inProject,
    contract: listTasks,
    query: assigned,
    limit: SHOWN,
  });
  return {
    broken_jobs: findBrokenJobs(newest.rows),
    builds: await markBuilds(client, project_id, own.rows),
    tasks: tasks.rows,
  };
}

const ageOf = (time: string) => describeAge(Date.parse(time), Date.now());

function describeBroken({ job, build, since }: BrokenJob): string {
  return `${build.id}  ${job}  broken since #${since.build_number}, ${ageOf(since.created_at)}`;
}

function describeBuild(build: Marked<BuildRun>): string {
  const { id, ci_job_name, build_number, changelist, commit_hash, created_at } = build;
  const revision = changelist || commit_hash.slice(0, 8);
  return [id, shownStatus(build), `${ci_job_name} #${build_number}`, revision, ageOf(created_at)].join('  ');
}

const describeTask = ({ id, state, priority, title }: Task) => [id, state, priority, title].join('  ');

export const command = defineCommand({
  summary: 'Show broken jobs, builds with your changes, and your tasks',
  description:
    `A job is broken if its newest finished build failed, among the ${READ_BUILDS} newest builds of the project. ` +
    'Your changes are those whose author is connected to your user in the console.',
  examples: ['slipway status', 'slipway status --project Undertow', 'slipway status --jq ".broken_jobs[].job"'],
  project: true,
  json: ['broken_jobs', 'builds', 'tasks'],
  async run({ client, project, output }) {
    const { id, name } = await project();
    const status = await readStatus(await client(), id);
    await output.record(status, {
      title: name ?? `Project ${id}`,
      details: [
        { label: 'broken jobs', value: status.broken_jobs.length },
        { label: 'builds with your changes', value: status.builds.length },
        { label: 'your open tasks', value: status.tasks.length },
      ],
      sections: [
        { heading: 'Broken jobs', lines: status.broken_jobs.map(describeBroken) },
        { heading: 'Builds with your changes', lines: status.builds.map(describeBuild) },
        { heading: 'Your tasks', lines: status.tasks.map(describeTask) },
      ],
    });
  },
});
