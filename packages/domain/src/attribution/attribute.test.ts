import { describe, expect, it } from '@jest/globals';
import { attributeFailure, type FailureFinding, type SuspectChange } from './attribute.js';

let ids = 0;

function change(
  author: string,
  paths: readonly string[] | null,
  fields: Partial<SuspectChange> = {},
): SuspectChange {
  ids += 1;
  return {
    id: ids,
    identifier: String(48_000 + ids),
    displayIdentifier: `CL ${48_000 + ids}`,
    sourceType: 'GitCommit',
    description: 'Work on the harbor',
    author,
    authorUid: author,
    userId: { ana: 1, ben: 2, kim: 3 }[author] ?? null,
    files: paths?.map((path) => ({ path, action: 'edit' as const })) ?? null,
    ...fields,
  };
}

function finding(fields: Partial<FailureFinding> = {}): FailureFinding {
  const nothing = { file: null, symbol: null, test: null, evidence: [], otherChangedFiles: [] };
  return { category: 'compile', confidence: 0.9, ...nothing, ...fields };
}

const userOf = (fields: Partial<FailureFinding>, changes: readonly SuspectChange[]) =>
  attributeFailure(finding(fields), changes).userId;
const reasonOf = (fields: Partial<FailureFinding>, changes: readonly SuspectChange[]) =>
  attributeFailure(finding(fields), changes).reason;

const crane = 'Source/Harbor/Private/Crane.cpp';
const decoys = () => [
  change('ben', ['Source/Docks/Private/Rope.cpp']),
  change('kim', ['Content/Props/T_Crate.uasset']),
];

describe('the author is named when the failing file is the changed one', () => {
  it.each([
    ['with equal paths', crane, crane],
    ['in a Windows workspace', 'D:\\jenkins\\ws\\Harbor\\Source\\Harbor\\Private\\Crane.cpp', crane],
    ['in a Unix workspace', `/home/ci/ws/${crane}`, crane],
    ['in another case', `C:/WS/${crane.toUpperCase()}`, crane],
    ['with a position', `/ws/${crane}(12,5)`, crane],
    ['with a position after colons', `${crane}:12:5`, crane],
    ['in a depot and stream', `C:\\ws\\${crane.replaceAll('/', '\\')}`, `//depot/main/${crane}`],
    [
      'in a depot with another workspace mapping',
      `C:\\ws\\Harbor-Win64\\${crane}`,
      `//depot/main/Harbor/${crane}`,
    ],
    ['with a depot revision', crane, `//depot/main/${crane}#7`],
    [
      'with an escape of the depot',
      'ws/Source/Harbor/A@B_Crane.cpp',
      '//depot/main/Source/Harbor/A%40B_Crane.cpp',
    ],
    ['with a relative path from a subfolder', '../../Source/Harbor/Private/Crane.cpp', crane],
    ['by its name only', 'Crane.cpp', crane],
    ['in a package of a larger repository', 'net/crane.ts', 'packages/server/net/crane.ts'],
    ['as a Unity asset with a meta file', 'Assets/Models/Crane.fbx', 'Assets/Models/Crane.fbx.meta'],
  ])('%s', (_name, failing, changed) => {
    expect(userOf({ file: failing }, [...decoys(), change('ana', [changed])])).toBe(1);
  });

  it.each([
    ['a file of the same name elsewhere', '/ws/Docks/Private/Crane.cpp', crane],
    ['a parallel project that another change shows', '/ws/Barge/Source/Harbor/Private/Crane.cpp', `Quay/${crane}`],
    ['an ordinary name in ordinary folders', '/ws/packages/b/src/index.ts', 'src/index.ts'],
    ['an ordinary name without folders', 'index.ts', 'packages/a/src/index.ts'],
    ['a longer name', '/ws/Source/Harbor/Private/TowerCrane.cpp', crane],
  ])('but not for %s', (_name, failing, changed) => {
    const known = change('ben', ['Barge/Source/Other/Else.cpp']);
    expect(userOf({ file: failing }, [known, change('ana', [changed])])).toBeNull();
  });

  it('and the file with the longest common path wins', () => {
    const changes = [change('ben', [crane]), change('ana', [`Barge/${crane}`])];
    const evidence = [{ text: `/ws/Barge/${crane}(3): error C2065` }];
    expect(userOf({ file: `/ws/Barge/${crane}`, evidence }, changes)).toBe(1);
  });
});

describe('the author is named when the changed file is', () => {
  it.each([
    ['the header of the failing source', { file: `/ws/${crane}` }, 'Source/Harbor/Public/Crane.h'],
    ['the source of the failing header', { file: '/ws/Source/Harbor/Public/Crane.h' }, crane],
    ['the source of a generated header', { file: 'Intermediate/Build/Win64/Inc/Harbor/Crane.generated.h' }, crane],
    ['the source of an object file', { file: 'Crane.cpp.obj', category: 'link' as const }, crane],
    ['the file of a class in a symbol', { symbol: 'ACrane::Lift(float)', category: 'link' as const }, crane],
    [
      'the file of an Unreal package',
      { file: '/Game/Props/T_Crane.T_Crane', category: 'cook' as const },
      'Content/Props/T_Crane.uasset',
    ],
    [
      'the file of a map',
      { symbol: '/Game/Maps/Quay', category: 'cook' as const },
      '//depot/main/Harbor/Content/Maps/Quay.umap',
    ],
    [
      'the file of a plugin',
      { file: '/Ropes/Knots/Bowline', category: 'cook' as const },
      'Plugins/Ropes/Content/Knots/Bowline.uasset',
    ],
    ['the tested unit', { test: 'Harbor.CraneTests.Lifts', category: 'test' as const }, 'Assets/Scripts/Crane.cs'],
    ['the unit that contains a test', { test: 'Harbor.Gameplay.Crane.Lifts', category: 'test' as const }, crane],
    [
      'the file of a class with a namespace',
      { symbol: 'Harbor.Cargo.Crane', category: 'link' as const },
      'Assets/Crane.cs',
    ],
    [
      'a shader below its mount point',
      { file: '/Project/Private/HarborFog.usf:88:31', category: 'shader' as const },
      '//depot/main/Game/Shaders/Private/HarborFog.usf',
    ],
    ['the unit of a test file', { file: 'tests/test_crane.py', category: 'test' as const }, 'harbor/crane.py'],
    ['a module file that nobody else changed', { file: `/ws/${crane}` }, 'Source/Harbor/Harbor.Build.cs'],
    [
      'a header in the module of a unity file',
      { file: 'Module.Harbor.2_of_4.cpp' },
      'Source/Harbor/Public/Winch.h',
    ],
  ])('%s', (_name, fields, changed) => {
    expect(userOf(fields, [...decoys(), change('ana', [changed])])).toBe(1);
  });

  it('not a module file when another author also changed a header', () => {
    const changes = [change('ana', ['Source/Harbor/Public/Winch.h']), change('ben', ['Source/Docks/Rope.h'])];
    expect(reasonOf({ file: `/ws/${crane}` }, changes)).toBe('no_match');
  });
});

describe('no author is named', () => {
  it.each(['infra', 'network', 'source_control', 'toolchain', 'signing', 'unknown'] as const)(
    'for the category %s',
    (category) => {
      expect(reasonOf({ category, file: crane }, [change('ana', [crane])])).toBe('not_a_change');
    },
  );

  it.each([
    ['an uncertain finding', { confidence: 0.4, file: crane }, [change('ana', [crane])], 'low_confidence'],
    ['a finding without a file', {}, [change('ana', [crane])], 'no_file'],
    ['no changes', { file: crane }, [], 'no_changes'],
    ['changes elsewhere', { file: crane }, decoys(), 'no_match'],
    ['two authors', { file: crane }, [change('ana', [crane]), change('ben', [crane])], 'several_authors'],
    [
      'an author of the file and one of its header',
      { file: crane },
      [change('ana', [crane]), change('ben', ['Source/Harbor/Public/Crane.h'])],
      'several_authors',
    ],
    [
      'a known author and an unknown one',
      { file: crane },
      [change('ana', [crane]), change('stranger', [crane])],
      'several_authors',
    ],
    ['an unknown author', { file: crane }, [change('stranger', [crane])], 'unresolved_author'],
    [
      'a machine',
      { file: crane },
      [
        change('ana', [crane], {
          author: 'renovate[bot]',
          authorUid: '29139614+renovate[bot]@users.noreply.github.com',
        }),
      ],
      'automation',
    ],
    [
      'a merge only',
      { file: crane },
      [change('ana', [crane], { description: "Merge branch 'docks' into main" })],
      'merged',
    ],
    [
      'a merge in a depot next to an edit',
      { file: crane },
      [
        change('ana', [crane], { sourceType: 'Changelist' }),
        change('ana', [crane], {
          sourceType: 'Changelist',
          description: 'Merging //depot/dev/... to //depot/main/...',
        }),
      ],
      'merged',
    ],
    [
      'a match by name while the files of another change are unknown',
      { file: 'Crane.cpp' },
      [change('ana', [crane]), change('ben', null)],
      'unknown_files',
    ],
    [
      "a line that names somebody else's file",
      { file: crane, evidence: [{ text: 'Rope.h(3): note: see declaration of FRope' }] },
      [change('ana', [crane]), change('ben', ['Source/Docks/Rope.h'])],
      'several_authors',
    ],
    [
      "a stack that leads to somebody else's change as well",
      { file: crane, otherChangedFiles: ['D:\\ws\\Source\\Docks\\Rope.cpp'] },
      [change('ana', [crane]), change('ben', ['Source/Docks/Rope.cpp'])],
      'several_authors',
    ],
  ] as const)('for %s', (_name, fields, changes, reason) => {
    const answer = attributeFailure(finding(fields), changes);
    expect(answer).toMatchObject({ userId: null, reason });
  });
});

describe('the history', () => {
  it('ignores a reverted change together with its revert', () => {
    const wrong = change('ana', [crane], { identifier: 'a'.repeat(40) });
    const undo = change('ben', [crane], { description: `Revert "x"\n\nThis reverts commit ${'a'.repeat(40)}.` });
    expect(reasonOf({ file: crane }, [wrong, undo])).toBe('no_match');
    expect(userOf({ file: crane }, [wrong, undo, change('kim', [crane])])).toBe(3);
  });

  it('includes a change whose revert was itself reverted', () => {
    const wrong = change('ana', [crane], { identifier: '512' });
    const undo = change('ben', [crane], { identifier: '513', description: '[Backout] - CL512' });
    const redo = change('kim', [crane], { identifier: '514', description: 'Undo changelist 513' });
    expect(userOf({ file: crane }, [wrong, undo, redo])).toBe(1);
  });

  it('treats the revert of an older change like any other change', () => {
    expect(userOf({ file: crane }, [change('ana', [crane], { description: 'Back out changelist 12' })])).toBe(1);
  });

  it('includes authors who edited a file before it was moved', () => {
    const edit = change('ana', ['Source/Old/Crane.cpp']);
    const files = [
      { path: 'Source/Old/Crane.cpp', action: 'delete' as const },
      { path: crane, action: 'add' as const },
    ];
    const move = { ...change('ben', []), files };
    expect(reasonOf({ file: crane }, [edit, move])).toBe('several_authors');
    expect(userOf({ file: crane }, [move])).toBe(2);
  });

  it('attributes the commits of a git merge to their authors', () => {
    const merge = change('ben', [crane], { description: 'Merge pull request #12 from ana/crane' });
    expect(userOf({ file: crane }, [change('ana', [crane]), merge])).toBe(1);
  });

  it('merges two tools’ reports of one change', () => {
    const pushed = change('ana', [crane], { identifier: 'b'.repeat(40) });
    const triggered = change('stranger', null, { identifier: 'b'.repeat(40) });
    const answer = attributeFailure(finding({ file: crane }), [triggered, pushed]);
    expect(answer).toMatchObject({ userId: 1, file: crane });
    expect(answer.changes).toHaveLength(1);
  });
});

describe('the suspects of a failure', () => {
  const reason = `Touched ${crane}, where the build fails.`;

  it('are the matching changes of the only author, oldest first, each with its reason', () => {
    const changes = [change('ana', [crane]), ...decoys(), change('ana', [crane])];
    const { suspects } = attributeFailure(finding({ file: crane, confidence: 0.9 }), changes);
    expect(suspects).toEqual([
      { change: changes[0], reason, confidence: 0.9 },
      { change: changes.at(-1), reason, confidence: 0.9 },
    ]);
  });

  it.each(['stranger', 'renovate[bot]'])('are known even if their author, %s, cannot be asked', (author) => {
    const { userId, suspects } = attributeFailure(finding({ file: crane }), [change(author, [crane])]);
    expect([userId, suspects.map((suspect) => suspect.reason)]).toEqual([null, [reason]]);
  });

  it('are less certain if only a file beside the failing one changed', () => {
    const header = 'Source/Harbor/Public/Crane.h';
    const { suspects } = attributeFailure(finding({ file: crane, confidence: 0.9 }), [change('ana', [header])]);
    expect(suspects).toMatchObject([
      { reason: `Touched ${header}, which belongs with the failing file.`, confidence: 0.75 },
    ]);
  });

  it.each([
    ['another author touched the file too', [change('ana', [crane]), change('ben', [crane])]],
    ['an unknown author may have touched the file', [change('stranger', [crane]), change('ben', null)]],
  ])('are none if %s', (_, changes) => {
    expect(attributeFailure(finding({ file: 'Crane.cpp' }), changes).suspects).toEqual([]);
  });
});
