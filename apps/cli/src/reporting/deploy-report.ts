import { DEPLOYMENT_EVENT_WORDS } from '@slipway/domain';
import { knownWord, present, type Report, required } from './report.js';

export interface DeployInput {
  readonly platform: string | undefined;
  readonly event: string | undefined;
  readonly number: string | undefined;
  readonly branch?: string | undefined;
  readonly version?: string | undefined;
  readonly commit?: string | undefined;
  readonly steamAppId?: string | undefined;
  readonly externalId?: string | undefined;
  readonly externalBuildId?: string | undefined;
  readonly notes?: string | undefined;
}

/** A step of a release to a store. */
export function deployReport(input: DeployInput, now: number): Report {
  const platform = required(input.platform, '--platform');
  const event = knownWord(required(input.event, '--event'), '--event', DEPLOYMENT_EVENT_WORDS);
  const number = required(input.number, '--number');
  const body = present({
    platform,
    event,
    build_number: number,
    branch: input.branch,
    version: input.version,
    commit: input.commit,
    steam_app_id: input.steamAppId,
    external_id: input.externalId,
    external_build_id: input.externalBuildId,
    notes: input.notes,
    timestamp: new Date(now).toISOString(),
  });
  const title = `${event} of ${input.version ?? `build ${number}`} on ${platform}`;
  return { provider: 'deployment', path: 'deployment', title, body };
}
