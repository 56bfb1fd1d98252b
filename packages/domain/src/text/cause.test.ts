import { describe, expect, it } from '@jest/globals';
import { splitDiagnosis } from './cause.js';

describe('splitDiagnosis', () => {
  it('removes the quoted line and the build machine’s folder', () => {
    const diagnosis =
      'The C++ compiler rejects the code in D:\\J\\workspace\\game-win64\\Source\\Fog.cpp:214 (line 286): ' +
      '“D:\\J\\workspace\\game-win64\\Source\\Fog.cpp(214,31): error C2065: ‘x’: undeclared” ' +
      'The log contains 3 lines of this form; read the first one. Since the last passing build, CL 12 touched Fog.cpp.';
    expect(splitDiagnosis(diagnosis)).toEqual({
      sentence: 'The C++ compiler rejects the code in Source\\Fog.cpp:214.',
      rest: 'The log contains 3 lines of this form; read the first one. Since the last passing build, CL 12 touched Fog.cpp.',
    });
  });

  it('accepts a diagnosis that ends with the quote', () => {
    expect(splitDiagnosis('A module cannot be found (line 111): “Could not find (a -> b.cs)”')).toEqual({
      sentence: 'A module cannot be found.',
      rest: '',
    });
  });

  it('leaves any other diagnosis unchanged', () => {
    const diagnosis = 'The profile has run out. The sources built and linked.';
    expect(splitDiagnosis(diagnosis)).toEqual({ sentence: diagnosis, rest: '' });
  });
});
