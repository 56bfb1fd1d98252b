/** What a studio works on, for realistic events. */
export const AUTHORS = ['Mira Voss', 'Jonas Berg', 'Aiko Tanaka', 'Sam Okafor', 'Ilse Brandt', 'Pavel Novak'];

export const TITLES = [
  'Relight the north quay',
  'Fix boats that drift through the pier',
  'Reduce draw calls for the harbor crowd',
  'Balance the price of rope',
  'Add fog to the morning scene',
  'Fix crane collision',
  'Replace placeholder gull sounds',
  'Cut market loading time',
];

export const FILES = [
  'Content/Quay/T_Planks.uasset',
  'Content/Ships/SM_Sloop.uasset',
  'Content/Maps/Harbor.umap',
  'Content/Audio/Gulls.wav',
  'Content/Materials/M_Water.uasset',
  'Content/Characters/Captain.fbx',
  'Content/UI/Compass.png',
];

/** The last log lines of failed builds. */
export const LOGS = [
  [
    '[412/977] Compile Module.Harbor.cpp',
    'Source/Harbor/Dock.cpp(212,17): error C2065: "TideLevel": undeclared identifier',
    'Result: Failed (OtherCompilationError)',
    'AutomationTool exiting with ExitCode=6 (6)',
  ].join('\n'),
  [
    'LogCook: Display: Cooked packages 742 Packages Remain 271 Total 1013',
    'LogLinker: Warning: Unable to load package (Harbor_BuiltData.uasset). Post Tag is not valid.',
    'CookResults: Error: Error loading /Game/Maps/Harbor',
    'AutomationTool exiting with ExitCode=25 (Error_UnknownCookFailure)',
  ].join('\n'),
  [
    'Assets/Scripts/Rigging.cs(41,9): error CS0103: The name "sailArea" does not exist in the current context',
    'Aborting batchmode due to failure:',
    'Exiting with return code 1',
  ].join('\n'),
];
