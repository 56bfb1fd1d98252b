/** The vocabulary of one game, from which its rows are generated. */
export interface Theme {
  /** The engine module, and the game's name without spaces. */
  module: string;
  title: string;
  /** The lowercase name used in jobs, hosts and repositories. */
  slug: string;
  studio: string;
  /** The key of its tracker items. */
  trackerKey: string;
  /** The host of its tools, in a reserved domain. */
  host: string;
  systems: readonly string[];
  classes: readonly string[];
  places: readonly string[];
  creatures: readonly string[];
  props: readonly string[];
}

const words = (text: string) => text.split(', ');

export const undertow: Theme = {
  module: 'Undertow',
  title: 'Undertow',
  slug: 'undertow',
  studio: 'Tidewater Games',
  trackerKey: 'UND',
  host: 'tidewater.test',
  systems: words(
    'buoyancy, oxygen, sonar, tether, salvage crane, hull pressure, wreck generator, dive bell, storm, crew AI, co-op lobby, save system, inventory, photo mode',
  ),
  classes: words(
    'BuoyancyComponent, OxygenSubsystem, SonarPing, TetherConstraint, SalvageCrane, HullPressureModel, WreckGenerator, DiveBellPawn, StormDirector, CrewBrain, LobbySession, SaveArchive, InventoryGrid, PhotoModeCamera, CurrentField, DecompressionStop, LeviathanController, KelpSwaySolver',
  ),
  places: words('Kelp Reach, Sunken Arcade, Trench Station, Coldwater Harbour, The Shelf, Lantern Wreck'),
  creatures: words('lanternfish, moray, leviathan, jelly swarm, hagfish, cave shrimp'),
  props: words('winch, diving helmet, marker buoy, oxygen tank, salvage crate, brass valve, ship bell'),
};

export const paperLanterns: Theme = {
  module: 'PaperLanterns',
  title: 'Paper Lanterns',
  slug: 'paper-lanterns',
  studio: 'Tidewater Games',
  trackerKey: 'LAN',
  host: 'tidewater.test',
  systems: words('folding, wind, hint, level select, cloud save, daily puzzle, haptics, string lights'),
  classes: words('FoldSolver, WindField, HintService, LevelBrowser, CloudSave, DailyPuzzle, LanternView'),
  places: words('Riverside, Night Market, Old Bridge, Rooftops'),
  creatures: words('moth, heron, street cat'),
  props: words('paper boat, lantern, bamboo frame, ink stamp, kite'),
};

export const emberCircuit: Theme = {
  module: 'EmberCircuit',
  title: 'Ember Circuit',
  slug: 'ember-circuit',
  studio: 'Copperline Studios',
  trackerKey: 'EMB',
  host: 'copperline.test',
  systems: words('drift, tyre wear, rival AI, ghost replay, split screen, garage, slipstream, pit stop'),
  classes: words('DriftModel, TyreWear, RivalDriver, GhostReplay, GarageScreen, Slipstream, PitCrew'),
  places: words('Foundry Loop, Salt Flats, Harbour Tunnel, Ash Pass'),
  creatures: words('pit marshal, crowd, rival crew'),
  props: words('spoiler, fuel drum, tyre stack, start gantry, brake disc'),
};

export const quietFen: Theme = {
  module: 'QuietFen',
  title: 'Quiet Fen',
  slug: 'quiet-fen',
  studio: 'Marshlight',
  trackerKey: 'FEN',
  host: 'marshlight.test',
  systems: words('fog, ferry, journal, dialogue, weather, lamp'),
  classes: words('FogVolume, FerryRoute, JournalPage, DialogueRunner, LampWick'),
  places: words('Reed Island, The Sluice, Causeway'),
  creatures: words('bittern, eel, marsh hare'),
  props: words('lamp, ferry pole, eel trap, journal'),
};

export const sampleGalaxy: Theme = {
  module: 'SampleGalaxy',
  title: 'Sample Galaxy',
  slug: 'sample-galaxy',
  studio: 'Slipway Demo',
  trackerKey: 'GAL',
  host: 'demo.test',
  systems: words('docking, cargo, warp, scanner, trade, shield'),
  classes: words('DockingPort, CargoHold, WarpDrive, ScannerSweep, TradeRoute'),
  places: words('Ring Station, Outer Belt, Ice Moon'),
  creatures: words('courier drone, space whale, patrol'),
  props: words('cargo pod, antenna, thruster, beacon'),
};

export const driftAtlas: Theme = {
  ...paperLanterns,
  module: 'DriftAtlas',
  title: 'Drift Atlas',
  slug: 'drift-atlas',
  trackerKey: 'DRA',
};

export const tidepoolJam: Theme = {
  ...paperLanterns,
  module: 'TidepoolJam',
  title: 'Tidepool Jam',
  slug: 'tidepool-jam',
  trackerKey: 'TPJ',
};

/** A name in the form used for files and classes: `oxygen tank` becomes `OxygenTank`. */
export function pascalCase(text: string): string {
  return text.replace(/(?:^|[^A-Za-z]+)([A-Za-z])/g, (_, first: string) => first.toUpperCase());
}

/** The studio's name in the addresses of its trackers. */
export function slugOf({ host }: Theme): string {
  return `${host.split('.')[0]}-demo`;
}
