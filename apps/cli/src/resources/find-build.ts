import type { Client } from '@slipway/client';
import { type BuildRun, listBuilds } from '@slipway/contracts';
import { CliError } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import type { Argument, Option } from '../define-command.js';
import { isSlipwayError } from '../explain-error.js';

export const buildArgument = {
  description: 'the id of the build, or its number with --job',
  completes: 'builds',
} as const satisfies Argument;

export const buildOptions = {
  job: { kind: 'text', short: 'j', value: 'name', description: 'the job whose build number is given' },
} as const satisfies Readonly<Record<string, Option>>;

export interface BuildPath {
  readonly project_id: string;
  readonly build_run_id: string;
}

interface NamedBuild {
  /** An id, or with a job a build number; the newest build if it is missing. */
  readonly id: string | undefined;
  readonly job: string | undefined;
}

/** Finds a build by its id, by job and number, or the newest one. An id needs no request. */
export async function findBuild(context: CommandContext, { id, job }: NamedBuild): Promise<BuildPath> {
  const { id: project_id } = await context.project();
  if (id !== undefined && job === undefined) return { project_id, build_run_id: id };
  const number = id?.replace(/^#/, '');
  const [found] = await searchBuilds(await context.client(), project_id, { job, number }, 1);
  if (found !== undefined) return { project_id, build_run_id: found.id };
  if (job === undefined) throw new CliError('The project has no builds.');
  throw new CliError(`No build of the job "${job}"${number === undefined ? '' : ` has the number ${number}`}.`, {
    hint: 'List builds with `slipway build list`.',
  });
}

const SUGGESTED = 5;

/** Calls the service for a build. If no build has the id, the error names the builds that have it as their number. */
export async function callForBuild<T>(
  context: CommandContext,
  { project_id, build_run_id }: BuildPath,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isSlipwayError(error) || error.status !== 404) throw error;
    const numbered = await searchBuilds(
      await context.client(),
      project_id,
      { number: build_run_id },
      SUGGESTED,
    ).catch(() => []);
    const examples = numbered.map(({ id, ci_job_name }) => `  slipway build view ${id}   # ${ci_job_name}`);
    throw new CliError(`No build of the project has the id ${build_run_id}.`, {
      hint: [
        numbered.length === 0
          ? 'List builds with `slipway build list`.'
          : `Builds with the number ${build_run_id} (or give the number and --job):`,
        ...examples,
      ].join('\n'),
      cause: error,
    });
  }
}

/** The newest matching builds. The service may return short pages for a rare job, so this may take several requests. */
async function searchBuilds(
  client: Client,
  project_id: string,
  filters: { readonly job?: string | undefined; readonly number?: string | undefined },
  limit: number,
): Promise<BuildRun[]> {
  const found: BuildRun[] = [];
  const request = { params: { project_id }, query: { ...filters, limit } };
  for await (const build of client.paginate(listBuilds, request, ({ builds }) => builds)) {
    found.push(build);
    if (found.length === limit) break;
  }
  return found;
}
