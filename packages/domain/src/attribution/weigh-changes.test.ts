import { expect, it } from '@jest/globals';
import { weighChanges } from './weigh-changes.js';

const finding = {
  category: 'compile' as const,
  file: 'Source/Harbor/Private/Crane.cpp',
  symbol: null,
  test: null,
  evidence: [{ text: 'Crane.cpp(12): error C2065: Hoist is undeclared, see Pulley.h' }],
  otherChangedFiles: [],
};
const touching = (...paths: string[]) => ({
  files: paths.map((path) => ({ path: `//depot/main/${path}`, action: 'edit' as const })),
});
const weigh = (...changes: { files: ReturnType<typeof touching>['files'] | null }[]) =>
  weighChanges(finding, changes);

it('orders changes by how closely they are related to what failed', () => {
  const weighed = weigh(
    touching('Source/Harbor/Private/Crane.cpp'),
    touching('Source/Harbor/Public/Crane.h'),
    touching('Source/Winch/Public/Pulley.h'),
    touching('Source/Harbor/Public/Barge.h'),
    touching('Source/Harbor/Private/Barge.cpp'),
    touching('Content/Props/Crate.uasset'),
  );
  expect(weighed.map(({ relation }) => relation)).toEqual([
    'failing_file',
    'same_unit',
    'mentioned',
    'same_module',
    'same_folder',
    'none',
  ]);
  const weights = weighed.map(({ weight }) => weight);
  expect(weights).toEqual(weights.toSorted((a, b) => b - a));
  expect(weights.at(-1)).toBe(1);
  expect(weighed[0]?.file).toBe('//depot/main/Source/Harbor/Private/Crane.cpp');
});

it('a large change counts less for touching the file', () => {
  const many = Array.from({ length: 200 }, (_, index) => `Source/Harbor/Private/Part${index}.cpp`);
  const [large, small] = weigh(
    touching(...many, 'Source/Harbor/Private/Crane.cpp'),
    touching('Source/Harbor/Private/Crane.cpp'),
  );
  expect(large?.weight).toBeLessThan((small?.weight ?? 0) / 4);
  expect(large?.weight).toBeGreaterThan(1);
});

it('a change whose files are unknown may have touched anything', () => {
  const [unknown, other] = weigh({ files: null }, touching('Content/Props/Crate.uasset'));
  expect(unknown?.weight).toBeGreaterThan(other?.weight ?? 0);
});
