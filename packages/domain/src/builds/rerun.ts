import type { BuildStatus } from '@slipway/contracts';
import { isOver } from '../vocabulary/build-status.js';

/**
 * `owner/name` by GitHub's rules: letters, digits and hyphens, and also `_` for managed users and names, `.` for names.
 * Names come from webhooks and become part of paths, so neither `..` nor a second slash is one.
 */
export const GITHUB_REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;

/** A build, and how Slipway can reach the tool that ran it. */
export interface RerunFacts {
  readonly status: BuildStatus;
  readonly jobKey: string;
  readonly buildNumber: string;
  readonly buildUrl: string;
  /** Null if the integration was deleted. */
  readonly provider: string | null;
  readonly isActive: boolean;
  readonly config: Readonly<Record<string, unknown>>;
  /** GitHub's API; null if nobody entered a credential for it. */
  readonly githubApiUrl: string | null;
  /** Encrypted. */
  readonly credential: Uint8Array | null;
}

/**
 * Where a tool has a build. It names no host: reports contain addresses, and one that is forged must not decide who gets
 * the credentials.
 */
export type RerunPlace =
  | { readonly tool: 'jenkins'; readonly jobName: string; readonly buildNumber: string }
  | { readonly tool: 'github'; readonly repository: string; readonly runId: string }
  | {
      readonly tool: 'buildkite';
      readonly organization: string;
      readonly pipeline: string;
      readonly number: string;
    };

export const RERUN_TOOLS = { jenkins: 'Jenkins', github: 'GitHub', buildkite: 'Buildkite' } as const;
type Tool = keyof typeof RERUN_TOOLS;

/** Why a build cannot be run again, for people to read. */
export interface RerunProblem {
  readonly problem: string;
  readonly needsCredentials: boolean;
}

const because = (problem: string): RerunProblem => ({ problem, needsCredentials: false });

/** Where the build can be run again, or why it cannot. */
export function findRerunPlace(facts: RerunFacts): RerunPlace | RerunProblem {
  const { provider, status } = facts;
  if (provider === null) return because('The integration that reported this build was deleted.');
  if (!isTool(provider))
    return because('Slipway can run builds again only in Jenkins, Buildkite and GitHub Actions.');
  const place = placeIn(provider, facts);
  if (place === null) return because(NO_ADDRESS[provider]);
  if (!isOver(status)) return because('The build has not finished yet.');
  if (!facts.isActive) return because('The integration that reported this build is paused.');
  if (!hasCredentials(provider, facts))
    return {
      problem: `The integration has no credentials for ${RERUN_TOOLS[provider]}. An owner can add them in its settings.`,
      needsCredentials: true,
    };
  return place;
}

const NO_ADDRESS: Readonly<Record<Tool, string>> = {
  jenkins: 'The build never got a number in Jenkins.',
  github: 'This is not a GitHub Actions run, so GitHub cannot run it again.',
  buildkite: 'Buildkite has not reported the address of this build.',
};

function isTool(provider: string): provider is Tool {
  return provider in RERUN_TOOLS;
}

function placeIn(tool: Tool, { jobKey, buildNumber, buildUrl }: RerunFacts): RerunPlace | null {
  if (tool === 'jenkins')
    return /^[1-9][0-9]{0,9}$/.test(buildNumber) ? { tool, jobName: jobKey, buildNumber } : null;
  const path = URL.canParse(buildUrl) ? new URL(buildUrl).pathname : '';
  if (tool === 'github') {
    const [, repository = '', runId = ''] =
      /^\/([^/]+\/[^/]+)\/actions\/runs\/([0-9]{1,19})(?:\/|$)/.exec(path) ?? [];
    return GITHUB_REPOSITORY.test(repository) ? { tool, repository, runId } : null;
  }
  const [, organization, pipeline, number] =
    /^\/([\w-]+)\/([\w-]+)\/builds\/([0-9]{1,19})(?:\/|$)/.exec(path) ?? [];
  if (organization === undefined || pipeline !== jobKey || number !== buildNumber) return null;
  return { tool, organization, pipeline, number };
}

function hasCredentials(tool: Tool, { credential, config, githubApiUrl }: RerunFacts): boolean {
  if (credential === null) return false;
  if (tool === 'github') return githubApiUrl !== null;
  return tool === 'buildkite' || (isText(config['server_url']) && isText(config['username']));
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
