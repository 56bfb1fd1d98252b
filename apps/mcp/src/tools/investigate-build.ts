import { type BuildRunDetail, getBuildRun, Investigation, investigateBuildRun } from '@slipway/contracts';
import Type from 'typebox';
import { buildPage } from '../build-page.js';
import { defineTool, type ToolContext } from '../define-tool.js';
import { argumentsOf, buildId, project } from '../fields.js';
import { findProject } from '../find-project.js';
import { DEFAULT_WAIT_SECONDS, MAX_WAIT_SECONDS, waitUntil } from '../wait-until.js';

const Result = Type.Object({
  investigation: Investigation,
  reused: Type.Boolean({ description: 'True if it existed before this call, which was then free.' }),
});

const STEP_COUNT = 4;

function isOver({ status }: Investigation): boolean {
  return status === 'completed' || status === 'failed';
}

interface BuildParams {
  readonly project_id: string;
  readonly build_run_id: string;
}

/** A failed investigation refunds its credits, and the next call starts a new one. */
function existing({ investigation }: BuildRunDetail): Investigation | null {
  return investigation === null || investigation.status === 'failed' ? null : investigation;
}

/** Returns the investigation of a build, and whether this call started it: another may have done so just before. */
async function start(params: BuildParams, { client, signal }: ToolContext) {
  const found = existing(await client.call(getBuildRun, { params, signal }));
  if (found !== null) return { started: found, isNew: false };
  let isNew = false;
  const onStatus = (status: number) => {
    isNew = status === 202;
  };
  const started = await client.call(investigateBuildRun, { params, signal, onStatus });
  return { started, isNew };
}

function describePrice({ status }: Investigation, isNew: boolean): string {
  if (!isNew) return 'It already existed: no charge.';
  return status === 'failed'
    ? 'This call started it; its credits were refunded.'
    : 'This call started it and charged the account.';
}

interface Wait {
  readonly params: BuildParams;
  readonly started: Investigation;
  readonly seconds: number;
}

function waitForEnd({ params, started, seconds }: Wait, context: ToolContext): Promise<Investigation> {
  const look = async () => {
    const { investigation } = await context.client.call(getBuildRun, { params, signal: context.signal });
    return investigation ?? started;
  };
  const report = ({ steps, status }: Investigation) =>
    context.reportProgress(steps.filter((step) => step.status === 'completed').length, STEP_COUNT, status);
  return waitUntil({ look, isDone: isOver, report }, seconds, context);
}

export const investigateBuildTool = defineTool({
  name: 'investigate_build',
  title: 'Investigate a failed build',
  description:
    'Finds the cause of a failed build, the change behind it and a suggested fix. A new investigation costs account ' +
    'credits (one, unless the operator set another price) and counts against the daily limit; an existing one is ' +
    'reused and costs nothing. Do not call it when get_build_failure already shows an investigation, for builds that ' +
    'did not fail, or for many builds in a row without asking the user. Waits for the result and reports progress.',
  toolset: 'builds',
  endpoints: [investigateBuildRun, getBuildRun],
  isIdempotent: true,
  input: argumentsOf({
    project,
    build_id: buildId,
    wait_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
        description: `How long to wait for the result; ${DEFAULT_WAIT_SECONDS} unless set, 0 to return immediately.`,
      }),
    ),
  }),
  output: Result,
  async run(input, context) {
    const { project_id } = await findProject(input.project, context);
    const params = { project_id, build_run_id: input.build_id };
    const { started, isNew } = await start(params, context);
    const seconds = input.wait_seconds ?? DEFAULT_WAIT_SECONDS;
    const investigation = isOver(started) ? started : await waitForEnd({ params, started, seconds }, context);
    const pending = isOver(investigation) ? [] : ['It is not done: call investigate_build again, which is free.'];
    return {
      summary: `The investigation is ${investigation.status}. ${describePrice(investigation, isNew)}`,
      data: { investigation, reused: !isNew },
      next: [...pending, buildPage({ project_id, id: input.build_id }, context)],
    };
  },
});
