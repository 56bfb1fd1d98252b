import { describe, expect, it } from '@jest/globals';
import { PLATFORMS } from '@slipway/contracts';
import { platformOfWord } from './platforms.js';

describe('platformOfWord', () => {
  it.each(PLATFORMS)('reads %s as itself', (platform) => {
    expect(platformOfWord(platform)).toBe(platform);
  });

  it.each([
    ['steamworks', 'steam'],
    ['reddit', 'reddit_devvit'],
    ['devvit', 'reddit_devvit'],
    ['youtube', 'youtube_playables'],
    ['playables', 'youtube_playables'],
    ['epic', 'epic_games_store'],
    ['epic_games', 'epic_games_store'],
    ['google', 'google_play'],
    ['android', 'google_play'],
    ['apple', 'apple_app_store'],
    ['ios', 'apple_app_store'],
    ['app_store', 'apple_app_store'],
    ['unity', 'unity_cloud'],
    [' SteamWorks ', 'steam'],
    ['iOS', 'apple_app_store'],
  ])('reads the alias %j as %s', (word, platform) => {
    expect(platformOfWord(word)).toBe(platform);
  });

  it.each(['', 'itch', 'production', 'constructor', '__proto__'])('reads %j as custom', (word) => {
    expect(platformOfWord(word)).toBe('custom');
  });
});
