import { type SetupGroup, setupOf } from '@slipway/providers/setups';

export interface OnboardingStep {
  readonly group: SetupGroup;
  readonly title: string;
  readonly text: string;
  readonly isOptional: boolean;
  /** `waiting`: connected, but nothing except tests and pings has arrived yet. */
  readonly state: 'done' | 'waiting' | 'open';
}

const STEPS: readonly Omit<OnboardingStep, 'state'>[] = [
  {
    group: 'Version control',
    title: 'Connect version control',
    text: 'Perforce, GitHub, Diversion or Lore: who changed what, and which assets.',
    isOptional: false,
  },
  {
    group: 'Builds',
    title: 'Connect your builds',
    text: 'Jenkins, Buildkite or your packaging script: what broke, and since which change.',
    isOptional: false,
  },
  {
    group: 'Stores',
    title: 'Report store uploads',
    text: 'Steam, Epic, Google Play and others: what is in review and what is live.',
    isOptional: true,
  },
  {
    group: 'Trackers',
    title: 'Connect a tracker',
    text: 'Jira, Linear, Trello, monday.com or Asana: items linked to the changes that mention them.',
    isOptional: true,
  },
];

interface Connected {
  readonly provider: string;
  readonly active: boolean;
  readonly last_applied: object | null;
}

export function progressOf(integrations: readonly Connected[]): OnboardingStep[] {
  return STEPS.map((step) => {
    const connected = integrations.filter(
      ({ provider, active }) => active && setupOf(provider)?.group === step.group,
    );
    if (connected.length === 0) return { ...step, state: 'open' };
    return { ...step, state: connected.some(({ last_applied: last }) => last !== null) ? 'done' : 'waiting' };
  });
}
