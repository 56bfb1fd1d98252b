const PLATFORMS: Readonly<Record<string, string>> = {
  steam: 'Steam',
  epic_games_store: 'Epic Games Store',
  google_play: 'Google Play',
  apple_app_store: 'App Store',
  unity_cloud: 'Unity Cloud',
  custom: 'Custom',
  reddit_devvit: 'Reddit Devvit',
  youtube_playables: 'YouTube Playables',
};

/** The name of a distribution platform. */
export const platformLabel = (platform: string) => PLATFORMS[platform] ?? platform;

export const PLATFORM_OPTIONS = Object.entries(PLATFORMS);

const PROVIDERS: Readonly<Record<string, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  perforce: 'Perforce',
  jenkins: 'Jenkins',
  buildkite: 'Buildkite',
  game_engine: 'Game engine',
  deployment: 'Deployment',
  jira: 'Jira',
  linear: 'Linear',
  trello: 'Trello',
  monday: 'monday.com',
  asana: 'Asana',
  diversion: 'Diversion',
  lore: 'Lore',
  slipway: 'Slipway',
};

/** The name of a connected tool. */
export const providerLabel = (provider: string) => PROVIDERS[provider] ?? provider;

/** `art_review` as `art review`. */
export const readable = (word: string) => word.replaceAll('_', ' ');
