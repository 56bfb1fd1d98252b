import type { NotificationEvent } from '@slipway/contracts';
import { redactText } from '../text/redact-text.js';
import { deploymentPath } from '../web/web-paths.js';
import { clip, inline, type MessageFact, type NotificationContent } from './message.js';

/** The events that are about a deployment. */
export type DeploymentNotice = Extract<NotificationEvent, `deployment.${string}`>;

/** What is known about a deployment when a notification about it is released. */
export interface DeploymentFacts {
  readonly project: { readonly id: number; readonly name: string };
  readonly deployment: {
    readonly id: string;
    readonly platform: string;
    readonly version: string;
    readonly buildNumber: string;
    readonly branch: string;
  };
}

const WORDS = {
  'deployment.live': { tone: 'good', verb: 'is live' },
  'deployment.rejected': { tone: 'bad', verb: 'was rejected' },
  'deployment.rolled_back': { tone: 'bad', verb: 'was rolled back' },
} as const;

const MAX_VALUE = 100;
const clean = (text: string) => clip(redactText(inline(text)), MAX_VALUE);

/** Writes a notification about a deployment. */
export function describeDeployment(
  type: DeploymentNotice,
  { project, deployment }: DeploymentFacts,
  baseUrl: string,
): NotificationContent {
  const { tone, verb } = WORDS[type];
  const [platform, version, build, branch] = [
    deployment.platform,
    deployment.version,
    deployment.buildNumber,
    deployment.branch,
  ].map(clean);
  const url = baseUrl + deploymentPath(project.id, deployment.id);
  const facts: MessageFact[] = [
    { label: 'Platform', value: platform ?? '' },
    { label: 'Version', value: version ?? '' },
    { label: 'Build', value: build ? `#${build}` : '' },
    { label: 'Branch', value: branch ?? '' },
  ];
  return {
    type,
    message: {
      tone,
      title: `${version || `Build #${build}`} ${verb} on ${platform}`,
      text: '',
      quote: null,
      facts: facts.filter(({ value }) => value !== ''),
      link: { label: 'Open the deployment', url },
      source: inline(project.name),
    },
    data: {
      project_id: project.id,
      deployment: { id: deployment.id, platform, version, build_number: build, branch, url },
    },
  };
}
