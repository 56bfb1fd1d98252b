import { PLATFORMS, type Platform } from '@slipway/contracts';

const ALIASES: Readonly<Partial<Record<Platform, readonly string[]>>> = {
  steam: ['steamworks'],
  reddit_devvit: ['reddit', 'devvit'],
  youtube_playables: ['youtube', 'playables'],
  epic_games_store: ['epic', 'epic_games'],
  google_play: ['google', 'android'],
  apple_app_store: ['apple', 'ios', 'app_store'],
  unity_cloud: ['unity'],
};

const PLATFORM_OF_WORD = new Map<string, Platform>(
  PLATFORMS.flatMap((platform) =>
    [platform, ...(ALIASES[platform] ?? [])].map((word): [string, Platform] => [word, platform]),
  ),
);

/** The platform that a word means, ignoring case; `custom` for any other word. */
export function platformOfWord(word: string): Platform {
  return PLATFORM_OF_WORD.get(word.trim().toLowerCase()) ?? 'custom';
}
