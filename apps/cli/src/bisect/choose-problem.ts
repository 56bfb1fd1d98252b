import { listProblems, type Problem } from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import { CliError, cancelled } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import type { Option } from '../define-command.js';
import { oneLine } from '../output/text.js';
import { readRows } from '../resources/define-list.js';

/** Options that say which problem is meant; without any, the only one that is open. */
export const problemOptions = {
  problem: { kind: 'text', value: 'id', description: 'the problem whose culprit is searched' },
  job: { kind: 'text', short: 'j', value: 'name', description: 'only open problems of this job' },
  branch: { kind: 'text', short: 'b', value: 'name', description: 'only open problems on this branch' },
} as const satisfies Readonly<Record<string, Option>>;

export interface ProblemChoice {
  readonly problem: string | undefined;
  readonly job: string | undefined;
  readonly branch: string | undefined;
}

/** A problem of a project, as paths of the API name it. */
export interface ProblemPath {
  readonly project_id: string;
  readonly problem_id: string;
}

const MAX_READ = 200;
const MAX_SHOWN = 10;

/** Finds the problem that options name, or the only open one that they match; asks on a terminal if there are several. */
export async function chooseProblem(context: CommandContext, choice: ProblemChoice): Promise<ProblemPath> {
  const { id: project_id } = await context.project();
  if (choice.problem !== undefined) return { project_id, problem_id: choice.problem };
  const request = { contract: listProblems, params: { project_id }, query: { state: 'open' }, limit: MAX_READ };
  const { rows } = await readRows<Problem>(await context.client(), request);
  const found = matching(rows, choice);
  const [first, ...others] = found;
  if (first === undefined)
    throw new CliError(`No open problem ${describeChoice(choice)}.`, {
      hint: 'List problems with `slipway problem list`, and name one with --problem.',
    });
  const chosen = others.length === 0 ? first : await ask(context, found);
  return { project_id, problem_id: chosen.id };
}

/** Last seen first, as the service lists them. */
function matching(problems: readonly Problem[], { job, branch }: ProblemChoice): readonly Problem[] {
  return problems.filter(
    ({ jobs, branches }) =>
      (job === undefined || jobs.includes(job)) && (branch === undefined || branches.includes(branch)),
  );
}

function describeChoice({ job, branch }: ProblemChoice): string {
  const parts = [job === undefined ? '' : `of the job "${job}"`, branch === undefined ? '' : `on "${branch}"`];
  return parts.filter(Boolean).join(' ') || 'is known';
}

const describe = ({ id, title, jobs }: Problem) => oneLine(`${id}: ${title} (${jobs.join(', ')})`);

async function ask(
  { stdin, stderr, signal, output }: CommandContext,
  found: readonly Problem[],
): Promise<Problem> {
  const shown = found.slice(0, MAX_SHOWN);
  if (!stdin.isTerminal || !stderr.isTerminal)
    throw new CliError(`${describeCount(found.length)} problems are open.`, {
      hint: ['Name one with --problem:', ...shown.map((each) => `  ${describe(each)}`)].join('\n'),
    });
  output.warn('Several problems are open:');
  for (const [index, each] of shown.entries()) output.warn(`  ${index + 1}) ${describe(each)}`);
  stderr.write(`Which one? [1-${shown.length}, Enter for 1] `);
  const answer = (await stdin.readLine(signal))?.trim();
  const chosen = answer === '' ? shown[0] : shown[/^\d+$/.test(answer ?? '') ? Number(answer) - 1 : -1];
  if (chosen === undefined) throw cancelled('No problem was chosen.');
  return chosen;
}
