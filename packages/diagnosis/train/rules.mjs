/**
 * `npm run diagnose:rules -- [FOLDER]` counts, for every form, in how many labeled logs and repositories it matches, in
 * how many of them one of its lines is right, and how often the finding was its line and right. The forms were written
 * from `dev`, so `more` shows how well they work elsewhere.
 */
import { join } from 'node:path';
import { buildBaseline } from '../dist/baseline.js';
import { examine } from '../dist/diagnose.js';
import { messageFirst } from '../dist/message-line.js';
import { rankCandidates } from '../dist/rank.js';
import { families } from '../dist/registry.js';
import { dataFolder, isLabelled, isRight, readRecords, repositoryOf } from './records.mjs';

const newCount = () => ({
  logs: 0,
  right: 0,
  repositories: new Set(),
  rightIn: new Set(),
  chosen: 0,
  chosenRight: 0,
});

const folder = dataFolder(process.argv[2], join(import.meta.dirname, '..', '..', '..'));
const counts = new Map(
  families.flatMap(({ name, matchers }) =>
    matchers.map(({ id, weight }) => [id, { family: name, weight, dev: newCount(), more: newCount() }]),
  ),
);

function countRecord(record) {
  const { candidates, setting } = examine(record.log, {
    baseline: record.baseline ? buildBaseline(record.baseline) : null,
  });
  const right = new Map();
  for (const { index, hits } of candidates) {
    const isGood = isRight(record, setting.lines[index].number);
    for (const { matcher } of hits) right.set(matcher.id, right.get(matcher.id) || isGood);
  }
  for (const [id, isGood] of right) addLog(counts.get(id)?.[record.split], record, isGood);
  const [key] = messageFirst(rankCandidates(candidates, setting), setting.lines);
  const chosen = key && counts.get(key.hits[0].matcher.id)?.[record.split];
  if (!chosen) return;
  chosen.chosen += 1;
  if (isRight(record, setting.lines[key.index].number)) chosen.chosenRight += 1;
}

function addLog(count, record, isGood) {
  if (!count) return;
  count.logs += 1;
  count.repositories.add(repositoryOf(record));
  if (!isGood) return;
  count.right += 1;
  count.rightIn.add(repositoryOf(record));
}

for (const record of readRecords(folder).filter(isLabelled)) countRecord(record);

const print = (cells) =>
  process.stdout.write(`${cells.map((cell, at) => String(cell).padEnd(at === 0 ? 30 : 9)).join('')}\n`);
const cellsOf = ({ logs, right, repositories, rightIn, chosen, chosenRight }) => [
  `${right}/${logs}`,
  `${rightIn.size}/${repositories.size}`,
  `${chosenRight}/${chosen}`,
];
print(['', '', 'dev', '', '', 'more', '', '']);
print(['form', 'weight', 'logs', 'repos', 'chosen', 'logs', 'repos', 'chosen']);
let family = '';
for (const [id, count] of counts) {
  if (count.family !== family) process.stdout.write(`\n${count.family}\n`);
  family = count.family;
  print([`  ${id}`, count.weight, ...cellsOf(count.dev), ...cellsOf(count.more)]);
}
const silent = [...counts.values()].filter(({ dev, more }) => dev.logs + more.logs === 0).length;
process.stdout.write(
  `\n${counts.size} forms; ${silent} of them fire on no labelled log and are proven by their samples alone\n`,
);
