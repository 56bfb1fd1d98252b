import { GROUPS, type ProviderSetup } from './define-setup.js';
import { setupRegistry } from './setup-registry.js';

export interface NamedSetup extends ProviderSetup {
  readonly id: string;
  readonly title: string;
}

/** Every tool that can be connected, in the order in which the console offers them. */
export const SETUPS: readonly NamedSetup[] = Object.entries<ProviderSetup>(setupRegistry)
  .map(([id, setup]) => ({ title: setup.label, ...setup, id }))
  .toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) || a.rank - b.rank);

export function setupOf(provider: string): NamedSetup | undefined {
  return SETUPS.find(({ id }) => id === provider);
}

/** The title of the step of a provider's setup after which its builds have logs. */
export function logStepOf(provider: string): string | undefined {
  const context = { baseUrl: '', token: '', secret: null };
  return setupOf(provider)
    ?.steps(context)
    .find(({ sendsLogs }) => sendsLogs)?.title;
}

/** The console's name for the integrations of a provider. */
export function providerTitle(provider: string): string {
  return setupOf(provider)?.title ?? provider;
}

export {
  GROUPS,
  type ProviderSetup,
  type SettingsSection,
  type SetupContent,
  type SetupContext,
  type SetupGroup,
  type SetupLink,
  type SetupText,
  TEST_AGENT,
} from './define-setup.js';
