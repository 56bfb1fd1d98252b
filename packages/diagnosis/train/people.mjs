/**
 * `npm run people:evaluate -- [FOLDER] [--ranges N]` asks who should look at failures whose fix is known, among generated
 * changes around the fixed files, and prints how often the culprit's author is named first, among three, or somebody else is.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  attributeFailure,
  createFindRule,
  isCausedByChange,
  lookUpFiles,
  NAMED_SCORE,
  parseOwners,
  searchCulprit,
  weighChanges,
  whoShouldLook,
} from '@slipway/domain';
import { diagnose } from '../dist/diagnose.js';
import { generateChanges, ownersOf, pathsOfRepository, randomOf } from './people-changes.mjs';
import { dataFolder, isRepaired, readRecords, repositoryOf } from './records.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ranges: { type: 'string', default: '10' } },
});
const records = readRecords(dataFolder(positionals[0], join(import.meta.dirname, '..', '..', '..')));
const repositories = groupBy(records, repositoryOf);

function groupBy(list, keyOf) {
  const groups = new Map();
  for (const item of list) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function rulesOf(owners) {
  const text = [...owners]
    .filter(([, { isKnown }]) => isKnown)
    .map(([folder, { person }]) => `/${folder === '' ? '*' : `${folder}/*`} @person${person}`);
  return createFindRule(parseOwners(text.join('\n')).rules);
}

const ownerHints = (rule) =>
  (rule?.owners ?? []).map((name) => ({
    kind: 'path',
    owner: { userId: Number(name.replace('person', '')) + 1 },
    pattern: rule.pattern,
    groupName: null,
    onCallUserId: null,
  }));

function culpritsOf(finding, changes) {
  if (!isCausedByChange(finding.category)) return [];
  const weighed = weighChanges(finding, changes);
  const weights = weighed.map(({ weight }) => weight);
  const runs = [
    { position: 0, hasPassed: true },
    { position: changes.length, hasPassed: false },
  ];
  const belief = searchCulprit({ weights, runs, history: { failures: 0, passes: 0 }, untestable: new Set() }, 0);
  return changes.map(({ userId, displayIdentifier: name }, at) => {
    const { relation, file } = weighed[at];
    return { userId, name, probability: belief.changes[at], isVerified: false, relation, file };
  });
}

const people = (looks) =>
  looks.flatMap(({ owner, score }) => ('userId' in owner ? [{ userId: owner.userId, score }] : []));
const METHODS = {
  'author of the newest change': ({ changes }) => [{ userId: changes.at(-1).userId, score: 1 }],
  'only author who touched it': ({ finding, changes }) => {
    const { userId } = attributeFailure(finding, changes);
    return userId === null ? [] : [{ userId, score: 1 }];
  },
  'owner of the file': ({ rule }) => ownerHints(rule).map(({ owner }) => ({ userId: owner.userId, score: 1 })),
  'changes alone': ({ finding, changes }) =>
    people(
      whoShouldLook({
        assigneeUserId: null,
        culprits: culpritsOf(finding, changes),
        owners: [],
        fixers: [],
      }),
    ),
  'this service': ({ finding, changes, rule }) =>
    people(
      whoShouldLook({
        assigneeUserId: null,
        culprits: culpritsOf(finding, changes),
        owners: ownerHints(rule),
        fixers: [],
      }),
    ),
};
const counts = Object.fromEntries(
  Object.keys(METHODS).map((name) => [name, { first: 0, three: 0, named: 0, accused: 0, wrong: 0 }]),
);
let asked = 0;

for (const [at, record] of records.filter(isRepaired).entries()) {
  const paths = pathsOfRepository(repositories.get(repositoryOf(record)), randomOf(at + 1));
  const owners = ownersOf(paths, randomOf(at + 1));
  const find = rulesOf(owners);
  for (let range = 0; range < Number(values.ranges); range += 1) {
    const random = randomOf(at * 1_000 + range + 1);
    const { changes, culprit } = generateChanges({ paths, owners, fixFiles: record.truth.fix_files }, random);
    const isChanged = lookUpFiles(changes.flatMap(({ files }) => files.map(({ path }) => path)));
    const finding = diagnose({ content: record.log, truncated: false }, { isChanged });
    const rule = finding.file === null ? null : find('path', finding.file);
    asked += 1;
    for (const [name, method] of Object.entries(METHODS))
      count(counts[name], method({ finding, changes, rule }), culprit);
  }
}

function count(counted, named, { userId }) {
  const [first] = named;
  counted.named += first === undefined ? 0 : 1;
  counted.first += first?.userId === userId ? 1 : 0;
  counted.three += named.slice(0, 3).some((person) => person.userId === userId) ? 1 : 0;
  if ((first?.score ?? 0) < NAMED_SCORE) return;
  counted.accused += 1;
  counted.wrong += first.userId === userId ? 0 : 1;
}

const ratio = (part, whole) => (whole === 0 ? '–' : (part / whole).toFixed(3).replace(/^0/, ''));
const share = (part) => ratio(part, asked);
const HEAD = ['first', 'among three', 'nobody', `named in messages (${NAMED_SCORE})`, 'of those, wrong'];
process.stdout.write(
  `\n${asked} ranges of changes around the fixes of ${records.filter(isRepaired).length} failed builds\n\n`,
);
process.stdout.write(`| | ${HEAD.join(' | ')} |\n| --- |${HEAD.map(() => ' --- |').join('')}\n`);
for (const [name, { first, three, named, accused, wrong }] of Object.entries(counts)) {
  const cells = [...[first, three, asked - named, accused].map(share), ratio(wrong, accused)];
  process.stdout.write(`| ${name} | ${cells.join(' | ')} |\n`);
}
