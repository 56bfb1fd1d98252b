/** Generated changes around the files that fixed a build: who made them, what they touched, and which is the culprit. */

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const PEOPLE = 10;
const MOST_CHANGES = 30;
const MOST_FILES = 40;
/** How often a change is made by the person who owns its folder, and how many folders have an owner. */
const OWN_FOLDER = 0.6;
const OWNED = 0.8;
/** How often a change touches files of the same folder only. */
const ONE_FOLDER = 0.7;
const CODE_PATH =
  /(?:[\w.-]+\/){1,12}[\w.-]+\.(?:c|cc|cpp|h|hpp|cs|java|kt|py|rb|js|ts|tsx|go|rs|swift|scala|xml|gradle|json)\b/g;

const folderOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** A repository has at least this many files, of which some are changed much more often than others. */
const FILES = 1_500;
/** The higher, the more often the first files change. */
const HEAT = 2.5;

/** The paths of a repository, the ones that change most first: those that its logs and fixes name, among others beside them. */
export function pathsOfRepository(records, random) {
  const paths = new Set(records.flatMap(({ truth }) => truth.fix_files ?? []));
  for (const { log } of records) for (const [path] of log.matchAll(CODE_PATH)) paths.add(path);
  const named = [...paths].filter((path) => !path.startsWith('usr/') && path.length < 200).slice(0, 400);
  const all = [...named];
  for (let at = 0; all.length < FILES; at += 1) {
    const beside = named[at % named.length];
    const folder = at % 3 === 0 ? `part${at % 40}/` : '';
    all.push(beside.replace(/([\w-]+)(\.\w+)?$/, `${folder}$1More${at}$2`));
  }
  return all
    .map((path) => ({ path, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ path }) => path);
}

/** One of some paths, the first ones more often. */
function pickHot(paths, random) {
  return paths[Math.floor(paths.length * random() ** HEAT)];
}

/** Who owns each folder: the same person everywhere in one repository. */
export function ownersOf(paths, random) {
  const folders = [...new Set(paths.map(folderOf))];
  return new Map(
    folders.map((folder) => [folder, { person: Math.floor(random() * PEOPLE), isKnown: random() < OWNED }]),
  );
}

/** A range of changes, oldest first, of which the culprit touched one of the files that the fix changed. */
export function generateChanges({ paths, owners, fixFiles }, random) {
  const count = Math.ceil(MOST_CHANGES ** random());
  const culprit = Math.floor(random() * count);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const changes = Array.from({ length: count }, (_, at) => {
    const first = at === culprit ? pick(fixFiles) : pickHot(paths, random);
    const size = Math.ceil(MOST_FILES ** (random() ** 2)) - 1;
    const near = paths.filter((path) => folderOf(path) === folderOf(first));
    const others = Array.from(
      { length: size },
      () => (random() < ONE_FOLDER ? pick(near) : pickHot(paths, random)) ?? first,
    );
    const owner = owners.get(folderOf(first))?.person;
    const author = owner !== undefined && random() < OWN_FOLDER ? owner : Math.floor(random() * PEOPLE);
    return {
      id: at + 1,
      identifier: String(100 + at),
      displayIdentifier: `CL ${100 + at}`,
      sourceType: 'PerforceChangelist',
      description: '',
      author: `person${author}`,
      authorUid: null,
      userId: author + 1,
      files: [...new Set([first, ...others])].map((path) => ({ path, action: 'edit' })),
    };
  });
  return { changes, culprit: changes[culprit] };
}
