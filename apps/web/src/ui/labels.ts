import { PLATFORM_LABELS } from '@slipway/contracts';
import { providerLabels } from '@slipway/providers/labels';

const PLATFORMS: Readonly<Record<string, string>> = PLATFORM_LABELS;

export const platformLabel = (platform: string) => PLATFORMS[platform] ?? platform;

export const PLATFORM_OPTIONS = Object.entries(PLATFORMS);

/** Sources that send no webhooks. */
const OTHERS: Readonly<Record<string, string>> = { gitlab: 'GitLab', slipway: 'Slipway' };

export const providerLabel = (provider: string) => providerLabels[provider] ?? OTHERS[provider] ?? provider;

/** `art_review` as `art review`. */
export const readable = (word: string) => word.replaceAll('_', ' ');

/** What a reader replaces in a command or setting. Each thing has one name on every page. */
export const WEBHOOK_TOKEN = 'YOUR_WEBHOOK_TOKEN';
export const SIGNING_SECRET = 'YOUR_SIGNING_SECRET';
export const API_TOKEN = 'YOUR_API_TOKEN';
