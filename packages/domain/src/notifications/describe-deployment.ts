import { type NotificationEvent, PLATFORM_LABELS } from '@slipway/contracts';
import { redactText } from '../text/redact-text.js';
import { deploymentPath } from '../web/web-paths.js';
import { clip, inline, type MessageFact, type NotificationContent } from './message.js';

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
  'deployment.live': { tone: 'good', verb: 'is live', at: 'on' },
  'deployment.rejected': { tone: 'bad', verb: 'was rejected', at: 'by' },
  'deployment.rolled_back': { tone: 'bad', verb: 'was rolled back', at: 'on' },
} as const;

const MAX_VALUE = 100;
const clean = (text: string) => clip(redactText(inline(text)), MAX_VALUE);

export function describeDeployment(
  type: DeploymentNotice,
  { project, deployment }: DeploymentFacts,
  baseUrl: string,
): NotificationContent {
  const [platform, version, build, branch] = [
    deployment.platform,
    deployment.version,
    deployment.buildNumber,
    deployment.branch,
  ].map(clean);
  const url = baseUrl + deploymentPath(project.id, deployment.id);
  const facts: MessageFact[] = [
    { label: 'Platform', value: platformName(deployment.platform) },
    { label: 'Version', value: version ?? '' },
    { label: 'Build', value: build ? `#${build}` : '' },
    { label: 'Branch', value: branch ?? '' },
  ];
  return {
    type,
    message: {
      tone: WORDS[type].tone,
      title: titleOf(type, version || (build ? `Build #${build}` : 'A build'), deployment.platform),
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

function titleOf(type: DeploymentNotice, what: string, platform: string): string {
  const { verb, at } = WORDS[type];
  // A custom platform has no name.
  return platform === 'custom' ? `${what} ${verb}` : `${what} ${verb} ${at} ${platformName(platform)}`;
}

function platformName(platform: string): string {
  const labels: Readonly<Record<string, string>> = PLATFORM_LABELS;
  return labels[platform] ?? clean(platform);
}
