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
    [
      "Assets/Wind.cs(48,17): error CS0246: The type or namespace name 'ITuning' could not be found",
      'Add the using directive, assembly reference or package that provides ITuning',
    ],
    [
      "Assets/Wind.cs(4,1): error CS0103: The name 'gust' does not exist in the current context",
      'Declare gust in this',
    ],
    [
      "Source\\V.cpp(4): error C2039: 'GetPressure': is not a member of 'UValve'",
      'UValve has no member GetPressure',
    ],
    ["/w/V.cpp:4:2: error: no member named 'GetPressure' in 'UValve'", 'UValve has no member GetPressure'],
    ["/w/V.cpp:4:2: error: 'class UValve' has no member named 'GetPressure'", 'UValve has no member GetPressure'],
    [
      "Assets/V.cs(4,1): error CS1061: 'Valve' does not contain a definition for 'GetPressure' and no accessible",
      'Valve has no member GetPressure',
    ],
    [
      "Assets/V.cs(4,1): error CS1503: Argument 1: cannot convert from 'string' to 'int'",
      'type that the parameter has',
    ],
    [
      "Assets/V.cs(4,1): error CS7036: There is no argument given that corresponds to the required parameter 'flow' of 'V.Open(int)'",
      'the required parameter flow',
    ],
    ["/w/Lobby.cpp:148:22: error: no matching member function for call to 'Emplace'", 'call of Emplace'],
    ["Source\\Fog.cpp(9): error C2143: syntax error: missing ';' before '}'", 'the line before it'],
  ])('%s', (line, fix) => {
    expect(fixOf(line)).toContain(fix);
  });

  it('stays general for a message of unknown meaning', () => {
    expect(fixOf("Source\\Fog.cpp(9,1): error C2999: 'x': something new")).toContain('reported location');
  });

  it('never tells a C# programmer to include a file', () => {
    for (const code of ['CS0103', 'CS0246', 'CS0234', 'CS1061', 'CS0117'])
      expect(fixOf(`Assets/Wind.cs(48,17): error ${code}: The name 'gust' is unknown`)).not.toMatch(/includ/i);
  });

  it('names no symbol when the message is about something else', () => {
    expect(fixOf('Source\\Fog.cpp(9,1): error C2065: undeclared identifier')).toContain(
      'Declare the name in the message',
    );
  });
});
