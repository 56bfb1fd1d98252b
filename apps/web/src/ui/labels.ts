import { PLATFORM_LABELS } from '@slipway/contracts';
import { providerLabels } from '@slipway/providers/labels';

const PLATFORMS: Readonly<Record<string, string>> = PLATFORM_LABELS;

/** The name of a distribution platform. */
export const platformLabel = (platform: string) => PLATFORMS[platform] ?? platform;

export const PLATFORM_OPTIONS = Object.entries(PLATFORMS);

/** Sources that send no webhooks. */
const OTHERS: Readonly<Record<string, string>> = { gitlab: 'GitLab', slipway: 'Slipway' };

/** The name of a connected tool. */
export const providerLabel = (provider: string) => providerLabels[provider] ?? OTHERS[provider] ?? provider;

/** `art_review` as `art review`. */
export const readable = (word: string) => word.replaceAll('_', ' ');
