import { describe, expect, it } from '@jest/globals';
import { diagnose } from './diagnose.js';

const fixOf = (content: string) => diagnose({ content, truncated: false }).suggestedFix;

const kindOf = (content: string) => diagnose({ content, truncated: false }).fixKind;

it('says whether the fix is for this failure or fits any', () => {
  expect(kindOf("/w/Fog.cpp:12:3: error: use of undeclared identifier 'WaveCount'")).toBe('specific');
  expect(kindOf("Source\\Fog.cpp(9,1): error C2999: 'x': something new")).toBe('general');
  expect(kindOf('nothing to see here')).toBe('general');
  expect(diagnose(null).fixKind).toBe('specific');
});

describe('the suggested fix of a compiler error', () => {
  it.each([
    ["Source\\Fog.cpp(214,31): error C2065: 'WaveCount': undeclared identifier", 'Declare WaveCount or include'],
    ["/w/Fog.cpp:12:3: error: use of undeclared identifier 'WaveCount'", 'Declare WaveCount or include'],
    ["Assets/Wind.cs(48,17): error CS0246: The type or namespace name 'ITuning' could not be found", 'ITuning'],
    ["/w/Lobby.cpp:148:22: error: no matching member function for call to 'Emplace'", 'call of Emplace'],
    ["Source\\Fog.cpp(9): error C2143: syntax error: missing ';' before '}'", 'the line before it'],
  ])('%s', (line, fix) => {
    expect(fixOf(line)).toContain(fix);
  });

  it('stays general for a message of unknown meaning', () => {
    expect(fixOf("Source\\Fog.cpp(9,1): error C2999: 'x': something new")).toContain('reported location');
  });

  it('names no symbol when the message is about something else', () => {
    expect(fixOf('Source\\Fog.cpp(9,1): error C2065: undeclared identifier')).toContain(
      'Declare the name in the message',
    );
  });
});
