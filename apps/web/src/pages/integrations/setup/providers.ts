import { asana } from './asana.js';
import { buildkite } from './buildkite.js';
import { deployment } from './deployment.js';
import { diversion } from './diversion.js';
import { gameEngine } from './game-engine.js';
import { github } from './github.js';
import { jenkins } from './jenkins.js';
import { jira } from './jira.js';
import { linear } from './linear.js';
import { lore } from './lore.js';
import { monday } from './monday.js';
import { perforce } from './perforce.js';
import type { ProviderSetup } from './setup.js';
import { trello } from './trello.js';

/** Every tool that can be connected, in the order in which the page offers them. */
export const SETUPS: readonly ProviderSetup[] = [
  perforce,
  github,
  diversion,
  lore,
  jenkins,
  buildkite,
  gameEngine,
  deployment,
  jira,
  linear,
  trello,
  monday,
  asana,
];

export function setupOf(provider: string): ProviderSetup | undefined {
  return SETUPS.find(({ id }) => id === provider);
}

/** What people call a provider. */
export function providerLabel(provider: string): string {
  return setupOf(provider)?.label ?? provider;
}
