import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CapturedLog } from '@slipway/diagnosis';
import type { DetectedBuild } from './detect-ci.js';
import { present, type Report, required } from './report.js';

export const COOK_EVENTS = [
  'cooking_started',
  'asset_cooked',
  'shaders_started',
  'shaders_completed',
  'packaging_started',
  'build_completed',
  'build_failed',
] as const;

export interface CookInput extends DetectedBuild {
  readonly event: (typeof COOK_EVENTS)[number];
  readonly engine?: string | undefined;
  readonly platform?: string | undefined;
  readonly targetType?: string | undefined;
  readonly log?: CapturedLog | undefined;
  readonly assets: readonly string[];
}

/** The most assets that the service accepts in one report. */
const MAX_ASSETS = 1_000;

/** A phase of an engine's build. A large number of cooked assets is split into several reports. */
export async function cookReports(input: CookInput, folder: string, now: number): Promise<Report[]> {
  if (input.event !== 'asset_cooked') return [cookReport(input, now, {})];
  const reports: Report[] = [];
  for (let start = 0; start === 0 || start < input.assets.length; start += MAX_ASSETS) {
    const paths = input.assets.slice(start, start + MAX_ASSETS);
    const assets = await Promise.all(paths.map((path) => describeAsset(path, folder)));
    reports.push(cookReport(input, now, { assets }));
  }
  return reports;
}

function cookReport(input: CookInput, now: number, more: Readonly<Record<string, unknown>>): Report {
  const number = required(input.number, '--number');
  const body = present({
    build_number: number,
    job_name: input.job,
    engine: input.engine,
    platform: input.platform,
    target_type: input.targetType,
    changelist: input.changelist,
    commit: input.commit,
    branch: input.branch,
    build_url: input.url,
    timestamp: new Date(now).toISOString(),
    log: input.log?.content,
    log_truncated: input.log?.truncated,
    ...more,
  });
  const title = `${input.event} of build ${input.job ?? ''} #${number}`.replace('  ', ' ');
  return { provider: 'game_engine', path: `game_engine/${input.event}`, title, body };
}

/** A local file is reported with its digest, so that unchanged content creates no new version. */
async function describeAsset(path: string, folder: string): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(folder, path);
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile()) return { path };
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  return { path, content_hash: digest.digest('hex'), size_bytes: found.size };
}
