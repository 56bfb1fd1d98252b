import { CliError } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import { policyOf } from '../reporting/report.js';
import { keepUpload, newUploadFolder } from './kept-uploads.js';
import { LogSpool } from './log-spool.js';
import type { StepEnd } from './run-step.js';
import { type LogEnd, type UploadedLog, type UploadOutcome, uploadLog } from './upload-log.js';

/** How long a build waits for the rest of its log, unless SLIPWAY_TIMEOUT says so. */
const END_MS = 30_000;

/** The upload of a step's output. None of it ever throws, waits or fails the step. */
export interface StepUpload {
  add(bytes: Buffer): void;
  /** Uploads the rest, for a while, and says on stderr if it could not. */
  finish(end: StepEnd): Promise<void>;
}

/** Uploads nothing. */
const NO_UPLOAD: StepUpload = { add: () => undefined, finish: () => Promise.resolve() };

/** Starts the upload, or says why there is none. */
export async function startUpload(
  context: CommandContext,
  readTarget: () => Promise<UploadedLog>,
): Promise<StepUpload> {
  try {
    const log = await readTarget();
    const folder = newUploadFolder(context.env);
    return uploadStep(context, log, { folder, spool: await LogSpool.create(folder) });
  } catch (error) {
    warn(context, error);
    return NO_UPLOAD;
  }
}

function warn({ output }: CommandContext, error: unknown): void {
  const hint = error instanceof CliError && error.hint !== undefined ? ` ${error.hint}` : '';
  output.warn(`The log is not uploaded: ${error instanceof Error ? error.message : String(error)}${hint}`);
}

function uploadStep(
  context: CommandContext,
  log: UploadedLog,
  { folder, spool }: { readonly folder: string; readonly spool: LogSpool },
): StepUpload {
  const limitMs = context.env['SLIPWAY_TIMEOUT'] ? policyOf(context).timeoutMs : END_MS;
  const end = createEnd(limitMs);
  const uploaded = uploadLog(log, spool, end).catch(
    (error: Error): UploadOutcome => ({ kind: 'refused', reason: error.message }),
  );
  return {
    add: (bytes) => spool.add(bytes),
    async finish({ exitCode }) {
      try {
        const size = await spool.end();
        const last = { size, result: { exit_code: exitCode, finished_at: new Date().toISOString() } };
        end.reach(last);
        const outcome = await uploaded;
        if (outcome.kind === 'unfinished') {
          await keepUpload(folder, { log, end: last });
          context.output.warn(
            `The log is not uploaded yet (${outcome.reason}). \`slipway report flush\` sends the rest.`,
          );
          return;
        }
        if (outcome.kind === 'refused') warn(context, new Error(outcome.reason));
        await spool.remove();
      } catch (error) {
        warn(context, error);
      }
    },
  };
}

/** Tells the upload when the log has ended, and how long it may take from then on. */
function createEnd(limitMs: number) {
  let ended: LogEnd | null = null;
  let deadline = Number.POSITIVE_INFINITY;
  let wake = (): void => undefined;
  return {
    reach(end: LogEnd) {
      ended = end;
      deadline = Date.now() + limitMs;
      wake();
    },
    ended: () => ended,
    isOver: () => Date.now() > deadline,
    wait(ms: number): Promise<void> {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          if (ended === null) return;
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
