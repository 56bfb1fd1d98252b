import { describe, expect, it } from '@jest/globals';
import { errorMessage } from './error-message.js';

describe('errorMessage', () => {
  it.each([
    [
      "[2026-11-05T00:02:10.129Z] D:\\J\\workspace\\win64\\Source\\Buoyancy.cpp(214,31): error C2065: 'WaveCount': undeclared identifier",
      "'WaveCount': undeclared identifier",
    ],
    [
      "/w/Lobby.cpp:148:22: error: no matching function for call to 'Emplace'",
      "no matching function for call to 'Emplace'",
    ],
    ['Tether.cpp.obj : error LNK2019: unresolved external symbol Slack', 'unresolved external symbol Slack'],
    [
      "Assets/Wind.cs(48,17): error CS0246: The type 'ITuning' could not be found [C:\\w\\Game.csproj]",
      "The type 'ITuning' could not be found",
    ],
    ["[09:41:03] ERROR: Unable to stage file 'voice_sdk.dll'", "Unable to stage file 'voice_sdk.dll'"],
    ['LogCook: Error: Content is missing from cook.', 'Content is missing from cook.'],
    ['##[error]Process completed with exit code 1.', 'Process completed with exit code 1.'],
    ['No valid Unity Editor license found.', 'No valid Unity Editor license found.'],
    ['error:', 'error:'],
  ])('%s', (line, message) => {
    expect(errorMessage(line)).toBe(message);
  });

  it('cuts a very long message', () => {
    expect(errorMessage(`error: ${'x'.repeat(5_000)}`)).toHaveLength(240);
  });
});
